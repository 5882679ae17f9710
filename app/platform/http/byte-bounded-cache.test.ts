import { expect, test } from 'vitest';
import { createByteBoundedCache } from './byte-bounded-cache.ts';

/** A cache of texts, each as large as it is long; a key of one letter adds 2. */
const cacheOf = (maxBytes: number) => createByteBoundedCache<string>({ maxBytes, sizeOf: (text) => text.length });

test('keeps what fits exactly', () => {
  const cache = cacheOf(20);
  cache.put('a', '12345678');
  cache.put('b', '12345678');
  expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual(['12345678', '12345678', 20]);
});

test('lets go of what was not used for the longest time', () => {
  const cache = cacheOf(20);
  cache.put('a', '12345678');
  cache.put('b', '12345678');
  cache.get('a');
  cache.put('c', '1');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['12345678', undefined, '1']);
});

test('does not give up everything for one that is too large', () => {
  const cache = cacheOf(20);
  cache.put('a', '1');
  cache.put('b', '1'.repeat(19));
  expect([cache.get('a'), cache.get('b')]).toEqual(['1', undefined]);
});

test('replaces a value and its size', () => {
  const cache = cacheOf(20);
  cache.put('a', '1'.repeat(18));
  cache.put('a', '1');
  expect(cache.bytes).toBe(3);
  cache.put('a', '1'.repeat(50));
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

test('is empty after clear', () => {
  const cache = cacheOf(20);
  cache.put('a', '1');
  cache.clear();
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});
