/** Maximum rows of one statement, far below the parameters that either engine accepts. */
const maxRows = 500;

/** Splits a list that is too long for one statement. */
export function* inBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += maxRows) yield items.slice(from, from + maxRows);
}
