import { stemmer } from 'stemmer';

/** The stem that the forms of an English word have in common (Porter): `bank` of "banking". Other words are their own. */
export const stemOf = (word: string): string => (/^[a-z]{3,}$/u.test(word) ? stemmer(word) : word);

/** Characters from which on a word may have a slip: of a shorter one too many others are that near. */
export const minSlipLength = 5;

/**
 * How many characters are inserted, deleted, substituted or transposed with their neighbour to make one word of another (the
 * optimal string alignment distance).
 * @param max of more than these nothing but that they are more is learned
 */
export function slipsBetween(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let slips = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1);
      current.push(slips);
      least = Math.min(least, slips);
    }
    // A transposition reaches over one row, which it makes no better than that row was.
    if (least > max) return max + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length] ?? 0, max + 1);
}
