import { expect, test } from 'vitest';
import { createByteBoundedCache, entryBytes } from './byte-bounded-cache.ts';

/** Size of an entry with a one-letter key, which counts two bytes. */
const entry = (valueBytes: number) => valueBytes + 2 + entryBytes;
const cacheOf = (maxBytes: number) => createByteBoundedCache<string>({ maxBytes, sizeOf: (text) => text.length });

test('stores what fits exactly', () => {
  const cache = cacheOf(2 * entry(8));
  cache.set('a', '12345678');
  cache.set('b', '12345678');
  expect([cache.get('a'), cache.get('b'), cache.calculatedSize]).toEqual(['12345678', '12345678', 2 * entry(8)]);
});

test('evicts the least recently used entry', () => {
  const cache = cacheOf(2 * entry(8));
  cache.set('a', '12345678');
  cache.set('b', '12345678');
  cache.get('a');
  cache.set('c', '1');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['12345678', undefined, '1']);
});

test('does not evict everything for a value that is too large', () => {
  const cache = cacheOf(2 * entry(8));
  cache.set('a', '1');
  cache.set('b', '1'.repeat(2 * entry(8) - entry(0) + 1));
  expect([cache.get('a'), cache.get('b')]).toEqual(['1', undefined]);
  cache.set('b', '1'.repeat(2 * entry(8) - entry(0)));
  expect([cache.get('a'), cache.get('b')?.length]).toEqual([undefined, 2 * entry(8) - entry(0)]);
});

test('replaces a value and its size', () => {
  const cache = cacheOf(2 * entry(8));
  cache.set('a', '12345678');
  cache.set('a', '1');
  expect(cache.calculatedSize).toBe(entry(1));
  cache.set('a', '1'.repeat(3 * entry(8)));
  expect([cache.get('a'), cache.calculatedSize]).toEqual([undefined, 0]);
});

test('counts keys, and entries whose values are empty', () => {
  const cache = cacheOf(10_000);
  for (let index = 0; index < 1000; index += 1) cache.set(`${index}`.padEnd(100), '');
  expect(cache.calculatedSize).toBeLessThanOrEqual(10_000);
  expect([cache.get('998'.padEnd(100)), cache.get('900'.padEnd(100))]).toEqual(['', undefined]);
});

test('is empty after clear', () => {
  const cache = cacheOf(1000);
  cache.set('a', '1');
  cache.clear();
  expect([cache.get('a'), cache.calculatedSize]).toEqual([undefined, 0]);
});
