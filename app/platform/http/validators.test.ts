import { expect, test } from 'vitest';
import { digestOf, entityTag, isNotModified } from './validators.ts';

test('each encoding has its own entity tag', () => {
  const digest = digestOf(new Uint8Array([1]));
  expect(new Set([entityTag(digest, 'br'), entityTag(digest, 'gzip'), entityTag(digest, 'identity')]).size).toBe(3);
  expect(digestOf(new Uint8Array([2]))).not.toBe(digest);
});

test('the tag of plain bytes is strong, that of bytes that a better compression may replace is weak', () => {
  const digest = digestOf(new Uint8Array([1]));
  expect(entityTag(digest, 'identity')).toMatch(/^"[\w-]{22}"$/);
  expect(entityTag(digest, 'br')).toMatch(/^W\/"[\w-]{22}-br"$/);
  expect(entityTag(digest, 'gzip')).toMatch(/^W\/"[\w-]{22}-gzip"$/);
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['W/"b"', false],
  ['a', false],
  ['W/a', false],
  ['', false],
  [null, false],
])('If-None-Match: %s', (header, unchanged) => {
  expect(isNotModified(header, '"a"')).toBe(unchanged);
  expect(isNotModified(header, 'W/"a"')).toBe(unchanged);
});
