import { expect, test } from 'vitest';
import { createByteBoundedCache, entryBytes } from './byte-bounded-cache.ts';

/** Size of an entry with a one-letter key, which counts two bytes. */
const entry = (valueBytes: number) => valueBytes + 2 + entryBytes;
const cacheOf = (maxBytes: number) => createByteBoundedCache<string>({ maxBytes, sizeOf: (text) => text.length });

test('stores what fits exactly', () => {
  const cache = cacheOf(2 * entry(8));
  cache.put('a', '12345678');
  cache.put('b', '12345678');
  expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual(['12345678', '12345678', 2 * entry(8)]);
});

test('evicts the least recently used entry', () => {
  const cache = cacheOf(2 * entry(8));
  cache.put('a', '12345678');
  cache.put('b', '12345678');
  cache.get('a');
  cache.put('c', '1');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['12345678', undefined, '1']);
});

test('does not evict everything for a value that is too large', () => {
  const cache = cacheOf(2 * entry(8));
  cache.put('a', '1');
  cache.put('b', '1'.repeat(2 * entry(8) - entry(0) + 1));
  expect([cache.get('a'), cache.get('b')]).toEqual(['1', undefined]);
  cache.put('b', '1'.repeat(2 * entry(8) - entry(0)));
  expect([cache.get('a'), cache.get('b')?.length]).toEqual([undefined, 2 * entry(8) - entry(0)]);
});

test('replaces a value and its size', () => {
  const cache = cacheOf(2 * entry(8));
  cache.put('a', '12345678');
  cache.put('a', '1');
  expect(cache.bytes).toBe(entry(1));
  cache.put('a', '1'.repeat(3 * entry(8)));
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

test('counts keys, and entries whose values are empty', () => {
  const cache = cacheOf(10_000);
  for (let index = 0; index < 1000; index += 1) cache.put(`${index}`.padEnd(100), '');
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  expect([cache.get('998'.padEnd(100)), cache.get('900'.padEnd(100))]).toEqual(['', undefined]);
});

test('is empty after clear', () => {
  const cache = cacheOf(1000);
  cache.put('a', '1');
  cache.clear();
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});
