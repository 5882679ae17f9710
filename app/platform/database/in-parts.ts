/** Rows of one statement: its parameters stay far below what either engine takes. */
const maxRows = 500;

/** Splits lists that are too long for one statement. */
export function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += maxRows) yield items.slice(from, from + maxRows);
}
