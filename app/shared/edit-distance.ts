import { stemmer } from 'stemmer';

/** Returns the stem of an English word (Porter): `bank` for "banking". Other words are returned unchanged. */
export const stemOf = (word: string): string => (/^[a-z]{3,}$/u.test(word) ? stemmer(word) : word);

/** Minimum length of words that may have a typing error: shorter ones are too similar to each other. */
export const minTypoLength = 5;

/**
 * Returns the optimal string alignment distance of two words: insertions, deletions, substitutions and transpositions.
 * @param max larger distances are returned as `max + 1`
 */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    // A transposition reaches back two rows but cannot be better than the row between.
    if (least > max) return max + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length] ?? 0, max + 1);
}
