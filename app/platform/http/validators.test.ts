import { expect, test } from 'vitest';
import { digestOf, entityTag, isNotModified } from './validators.ts';

test('each encoding has its own entity tag', () => {
  const digest = digestOf(new Uint8Array([1]));
  expect(new Set([entityTag(digest, 'br'), entityTag(digest, 'gzip'), entityTag(digest, 'identity')]).size).toBe(3);
  expect(entityTag(digest, 'identity')).toMatch(/^"[\w-]{22}"$/);
  expect(digestOf(new Uint8Array([2]))).not.toBe(digest);
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [null, false],
])('If-None-Match: %s', (header, unchanged) => {
  expect(isNotModified(header, '"a"')).toBe(unchanged);
});
