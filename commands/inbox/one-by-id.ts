import { RefusedError } from '../terminal/refused-error.ts';
import { cut } from '../terminal/visible-text.ts';

/** Items named in the error for an ambiguous ID. */
const maxNamed = 5;
/** Characters of operator input that a message quotes. */
const maxQuoted = 100;

/** Returns the item that an ID names, or the only one that begins with it. @throws RefusedError where there is none, or several */
export async function oneById<Item extends { readonly id: string }>(
  noun: string,
  id: string,
  store: { startingWith(prefix: string, limit: number): Promise<readonly Item[]> },
  hint = '',
): Promise<Item> {
  const found = await store.startingWith(id, maxNamed + 1);
  const [item] = found;
  if (!item) throw new RefusedError(`There is no ${noun} ${cut(id, maxQuoted)}${hint}`);
  if (found.length === 1 || item.id === id) return item;
  const named = found.map((one, index) => (index < maxNamed ? one.id : '…'));
  throw new RefusedError(`Several ${noun}s begin with ${id}: ${named.join(', ')}`);
}
