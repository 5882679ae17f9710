import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, contentEncodings, decode, encode, smallestBrotli } from './content-encoding.ts';

test.each([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br; q=0.1 , gzip ; q=0', 'br'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['br;q=wrong, gzip', 'gzip'],
])('"%s" gets %s', (acceptEncoding, encoding) => {
  expect(chooseEncoding(acceptEncoding)).toBe(encoding);
  expect(chooseEncoding(acceptEncoding)).toBe(encoding);
});

const bytes = new Uint8Array(Buffer.from('bridge '.repeat(2000)));

test('encoded bytes decode to the same bytes', async () => {
  expect(new Uint8Array(gunzipSync(await encode(bytes, 'gzip')))).toEqual(bytes);
  expect(new Uint8Array(brotliDecompressSync(await encode(bytes, 'br')))).toEqual(bytes);
  expect(await encode(bytes, 'identity')).toBe(bytes);
});

test('the smallest encoding decodes to the same bytes, also from no bytes and from one', async () => {
  for (const each of [bytes, new Uint8Array(0), new Uint8Array(1)]) {
    expect(new Uint8Array(brotliDecompressSync(await smallestBrotli(each)))).toEqual(each);
  }
});

test.each(contentEncodings)('bytes encoded as %s are decoded', async (encoding) => {
  expect(await decode(await encode(bytes, encoding), encoding)).toEqual(bytes);
});

test.each(['br', 'gzip'] as const)('a result in %s uses no more memory than its bytes', async (encoding) => {
  for (const result of [await encode(bytes, encoding), await decode(await encode(bytes, encoding), encoding)])
    expect(result.buffer.byteLength).toBe(result.byteLength);
});
