/** A set of small whole numbers, such as positions in a list: one bit for each. */
export type BitSet = Uint32Array;

/** @param size one more than the largest number that the set can contain */
export const emptySet = (size: number): BitSet => new Uint32Array(Math.ceil(size / 32));

/** Adds a number, which must be below the size of the set. */
export function add(set: BitSet, value: number): void {
  set[value >>> 5] = (set[value >>> 5] ?? 0) | (1 << (value & 31));
}

/** Removes a number, if the set contains it. */
export function remove(set: BitSet, value: number): void {
  set[value >>> 5] = (set[value >>> 5] ?? 0) & ~(1 << (value & 31));
}

export const has = (set: BitSet, value: number): boolean => (((set[value >>> 5] ?? 0) >>> (value & 31)) & 1) === 1;

/** Returns the numbers that all of the sets contain; none if there are no sets. */
export function intersection(size: number, [first = emptySet(size), ...others]: readonly BitSet[]): BitSet {
  const result = first.slice();
  for (const other of others) {
    for (const [index, word] of other.entries()) result[index] = (result[index] ?? 0) & word;
  }
  return result;
}

/** Returns the numbers that the first set contains and the second does not; both have one size. */
export function difference(first: BitSet, second: BitSet): BitSet {
  const result = first.slice();
  for (const [index, word] of second.entries()) result[index] = (result[index] ?? 0) & ~word;
  return result;
}

/** Returns the numbers that any of the sets contains. */
export function union(size: number, sets: readonly BitSet[]): BitSet {
  const result = emptySet(size);
  for (const set of sets) {
    for (const [index, word] of set.entries()) result[index] = (result[index] ?? 0) | word;
  }
  return result;
}

export function count(set: BitSet): number {
  let total = 0;
  for (const word of set) total += countBits(word);
  return total;
}

/** Returns up to `length` elements in ascending order, after the first `start`. */
export function slice(set: BitSet, start: number, length: number): number[] {
  const found: number[] = [];
  let rank = 0;
  for (let index = 0; index < set.length && found.length < length; index += 1) {
    let word = set[index] ?? 0;
    const bits = countBits(word);
    if (rank + bits <= start) {
      rank += bits;
      continue;
    }
    for (; word !== 0 && found.length < length; word &= word - 1, rank += 1) {
      if (rank >= start) found.push(index * 32 + lowestBit(word));
    }
  }
  return found;
}

/** Writes all numbers of a set into an array, ascending, from `start` on, without a list. @returns the index after the last one */
export function writeTo(array: Uint32Array, start: number, set: BitSet): number {
  let end = start;
  for (let index = 0; index < set.length; index += 1) {
    for (let word = set[index] ?? 0; word !== 0; word &= word - 1) {
      array[end] = index * 32 + lowestBit(word);
      end += 1;
    }
  }
  return end;
}

/** Returns the index of the lowest set bit of a 32-bit word. */
const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

function countBits(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
