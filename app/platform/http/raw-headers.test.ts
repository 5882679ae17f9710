import { expect, test } from 'vitest';
import { hasBody, readCacheHeaders } from './raw-headers.ts';

test('reads the headers that select a cached response, in upper and lower case', () => {
  const headers = ['Host', 'a', 'ACCEPT-ENCODING', 'br', 'If-None-Match', '"x"', 'Accept-Language', 'en'];
  expect(readCacheHeaders(headers)).toEqual({ acceptEncoding: 'br', ifNoneMatch: '"x"' });
  expect(readCacheHeaders(['Host', 'content-length'])).toEqual({});
});

test.each([
  [['Accept-Encoding', 'br', 'accept-encoding', 'gzip']],
  [['If-None-Match', '"a"', 'if-none-match', '"b"']],
  [['Content-Length', '0']],
  [['transfer-encoding', 'chunked']],
])('leaves %j to the application', (headers) => {
  expect(readCacheHeaders(['Host', 'a', ...headers])).toBeUndefined();
});

test.each([
  [['Host', 'a', 'Content-Length', '0'], true],
  [['TRANSFER-ENCODING', 'chunked'], true],
  [['Host', 'content-length', 'Content-Type', 'text/plain'], false],
  [[], false],
])('%j has a body: %s', (headers, expected) => {
  expect(hasBody(headers)).toBe(expected);
});
