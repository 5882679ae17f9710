import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, encode, encodeSmallest } from './content-encoding.ts';

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
])('"%s" is answered with %s', (acceptEncoding, encoding) => {
  expect(chooseEncoding(acceptEncoding)).toBe(encoding);
  expect(chooseEncoding(acceptEncoding)).toBe(encoding);
});

const bytes = new Uint8Array(Buffer.from('bridge '.repeat(2000)));

test('what is encoded decodes to the same bytes', async () => {
  expect(new Uint8Array(gunzipSync(await encode(bytes, 'gzip')))).toEqual(bytes);
  expect(new Uint8Array(brotliDecompressSync(await encode(bytes, 'br')))).toEqual(bytes);
  expect(await encode(bytes, 'identity')).toBe(bytes);
});

test('the smallest comes later and one at a time', async () => {
  const order: number[] = [];
  await new Promise<void>((resolve) => {
    encodeSmallest(bytes, (smallest) => {
      order.push(1);
      expect(new Uint8Array(brotliDecompressSync(smallest))).toEqual(bytes);
      throw new Error('a user that fails does not stop the next');
    });
    encodeSmallest(bytes, () => {
      order.push(2);
      resolve();
    });
  });
  expect(order).toEqual([1, 2]);
});
