import { describe, expect, test } from 'vitest';
import { add, count, difference, emptySet, has, intersection, remove, slice, union, writeTo } from './bit-set.ts';

const size = 200;
const setOf = (...values: number[]) => {
  const set = emptySet(size);
  for (const value of values) add(set, value);
  return set;
};
const valuesOf = (set: Uint32Array) => slice(set, 0, size);

/** Limits of 32-bit words, and numbers between them. */
const values = [0, 1, 30, 31, 32, 33, 63, 64, 100, 127, 128, 198, 199];

describe('A set of bits', () => {
  test('contains the added numbers, ascending, and no others', () => {
    const set = setOf(...values.toReversed());
    expect(valuesOf(set)).toEqual(values);
    expect(count(set)).toBe(values.length);
    expect(Array.from({ length: size }, (_, value) => value).filter((value) => has(set, value))).toEqual(values);
    expect(has(set, size + 1000)).toBe(false);
  });

  test('removes numbers, also absent ones', () => {
    const set = setOf(...values);
    for (const value of [31, 31, 2, 199]) remove(set, value);
    expect(valuesOf(set)).toEqual(values.filter((value) => value !== 31 && value !== 199));
  });

  test('full and empty', () => {
    const full = setOf(...Array.from({ length: size }, (_, value) => value));
    expect([count(full), count(emptySet(size)), count(emptySet(0))]).toEqual([size, 0, 0]);
    expect(slice(full, 150, 100)).toEqual(Array.from({ length: 50 }, (_, index) => 150 + index));
  });

  test('intersection, union and difference change neither', () => {
    const [a, b] = [setOf(1, 31, 32, 64), setOf(31, 64, 199)];
    expect(valuesOf(intersection(size, [a, b]))).toEqual([31, 64]);
    expect(valuesOf(union(size, [a, b]))).toEqual([1, 31, 32, 64, 199]);
    expect(valuesOf(union(size, []))).toEqual([]);
    expect(valuesOf(difference(a, b))).toEqual([1, 32]);
    expect([valuesOf(a), valuesOf(b)]).toEqual([
      [1, 31, 32, 64],
      [31, 64, 199],
    ]);
  });

  test('is written into an array from an index, and leaves the rest unchanged', () => {
    const array = new Uint32Array(values.length + 3).fill(7777);
    expect(writeTo(array, 2, setOf(...values))).toBe(values.length + 2);
    expect([...array]).toEqual([7777, 7777, ...values, 7777]);
    expect(writeTo(array, 1, emptySet(size))).toBe(1);
  });

  test('slices like an array from every start', () => {
    const set = setOf(...values);
    for (let start = 0; start <= values.length + 1; start += 1)
      for (const length of [0, 1, 4, 100])
        expect(slice(set, start, length)).toEqual(values.slice(start, start + length));
  });
});
