import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
  gzipSync,
} from 'node:zlib';

/** The supported encodings, smallest result first: the order of preference among equal weights. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const;

export type ContentEncoding = (typeof contentEncodings)[number];

/**
 * Brotli's quality, 0 to 11. Measured on a page of 147 KB: 4 takes 1.4 ms of processor time and leaves 32.4 KB, 5 takes
 * 2.2 ms and leaves 29.7 KB, 9 takes 18 ms and leaves 28.7 KB, 11 takes 150 ms and leaves 26.4 KB (gzip: 2.1 ms, 31.7 KB).
 */
const qualities = { now: 5, best: 11 } as const;

/**
 * Up to this size bytes are encoded synchronously, in one or two milliseconds. Zlib's threads add a round trip, and their input and
 * output stay in memory until V8 collects the old generation: 90 KB for each page, which caused a collection every 75 pages.
 */
const maxInPlaceBytes = 128 * 1024;

/** Smaller bodies fit into one network packet uncompressed; compressing them costs time and saves nothing. */
export const minEncodedBytes = 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const decompressBrotli = promisify(brotliDecompress);
const decompressGzip = promisify(gunzip);

/** Bytes with their own buffer, as the `Response` constructor requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes bytes at a quality that is fast enough while a visitor waits. */
export async function encode(bytes: Bytes, encoding: ContentEncoding): Promise<Bytes> {
  if (encoding === 'identity') return bytes;
  const isGzip = encoding === 'gzip';
  if (bytes.byteLength <= maxInPlaceBytes)
    return exactCopy(isGzip ? gzipSync(bytes) : brotliCompressSync(bytes, brotliOptions(bytes, qualities.now)));
  return exactCopy(isGzip ? await compressGzip(bytes) : await brotli(bytes, qualities.now));
}

/** Decodes the result of `encode` or `smallestBrotli`. */
export async function decode(bytes: Bytes, encoding: ContentEncoding): Promise<Bytes> {
  if (encoding === 'identity') return bytes;
  return exactCopy(await (encoding === 'gzip' ? decompressGzip(bytes) : decompressBrotli(bytes)));
}

/** Encodes with Brotli's best quality. Takes up to a second for a large script, so no visitor should wait for it. */
export const smallestBrotli = async (bytes: Bytes): Promise<Bytes> => exactCopy(await brotli(bytes, qualities.best));

/** Zlib's results are views of buffers of 16 KB and more, which a cached result of 13 bytes would retain. */
const exactCopy = (buffer: Buffer): Bytes => new Uint8Array(buffer);

const brotli = (bytes: Bytes, quality: number) => compressBrotli(bytes, brotliOptions(bytes, quality));

const brotliOptions = (bytes: Bytes, quality: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    // The default window of 4 MB is allocated even for a page of 100 KB; a window as large as the input loses nothing.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      Math.max(Math.ceil(Math.log2(bytes.byteLength + 16)), minWindow),
      maxWindow,
    ),
  },
});

/** Base-2 logarithms of Brotli's window size, the unit that zlib expects. */
const minWindow = 16;
const maxWindow = 22;

/** Chooses an encoding by `Accept-Encoding` and its weights (RFC 9110, 12.5.3): none if the client accepts none of these. */
export function chooseEncoding(acceptEncoding: string | null | undefined): ContentEncoding {
  if (!acceptEncoding) return 'identity';
  const known = choices.get(acceptEncoding);
  if (known) return known;
  const choice = readChoice(acceptEncoding);
  // All browsers together send a handful of values; a client that sends others must not fill the memory with them.
  if (choices.size < 100 && acceptEncoding.length < 100) choices.set(acceptEncoding, choice);
  return choice;
}

const choices = new Map<string, ContentEncoding>();

function readChoice(acceptEncoding: string): ContentEncoding {
  const weights = new Map<string, number>();
  for (const element of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight) || 0);
  }
  const weightOf = (encoding: ContentEncoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.001 : 0);
  let best: ContentEncoding = 'identity';
  for (const encoding of contentEncodings.toReversed()) {
    if (weightOf(encoding) > 0 && weightOf(encoding) >= weightOf(best)) best = encoding;
  }
  return best;
}
