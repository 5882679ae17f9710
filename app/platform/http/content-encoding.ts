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

/** The encodings in which bytes are sent, the smallest first: the order in which equals are preferred. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const;

export type ContentEncoding = (typeof contentEncodings)[number];

/**
 * How hard Brotli tries, of 0 to 11. Measured on a page of 147 KB: 4 takes 1.4 ms of processor time and leaves 32.4 KB, 5 takes
 * 2.2 ms and leaves 29.7 KB, 9 takes 18 ms and leaves 28.7 KB, 11 takes 150 ms and leaves 26.4 KB (gzip: 2.1 ms, 31.7 KB).
 */
const qualities = { now: 5, best: 11 } as const;

/**
 * Up to this size bytes are encoded on the spot, in one or two milliseconds. What zlib encodes in another thread is two ways there and
 * back, and its input and output stay in memory until V8 collects the old generation: 90 KB for each page, which made it do so for
 * every 75th page.
 */
const maxInPlaceBytes = 128 * 1024;

/** Smaller bodies fit into one network packet as they are; compressing them costs time and saves nothing. */
export const minEncodedBytes = 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const decompressBrotli = promisify(brotliDecompress);
const decompressGzip = promisify(gunzip);

/** Bytes that own their memory, as a `Response` takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes bytes, at a quality for which a visitor can wait. */
export async function encode(bytes: Bytes, encoding: ContentEncoding): Promise<Bytes> {
  if (encoding === 'identity') return bytes;
  const isGzip = encoding === 'gzip';
  if (bytes.byteLength <= maxInPlaceBytes)
    return exactCopy(isGzip ? gzipSync(bytes) : brotliCompressSync(bytes, brotliOptions(bytes, qualities.now)));
  return exactCopy(isGzip ? await compressGzip(bytes) : await brotli(bytes, qualities.now));
}

/** Decodes what `encode` or `smallestBrotli` made. */
export async function decode(bytes: Bytes, encoding: ContentEncoding): Promise<Bytes> {
  if (encoding === 'identity') return bytes;
  return exactCopy(await (encoding === 'gzip' ? decompressGzip(bytes) : decompressBrotli(bytes)));
}

/** Encodes with Brotli as small as possible. No visitor should wait for it: a second for a large script. */
export const smallestBrotli = async (bytes: Bytes): Promise<Bytes> => exactCopy(await brotli(bytes, qualities.best));

/** zlib's results are views of buffers of 16 KB and more, which a stored result of 13 bytes would keep in memory. */
const exactCopy = (buffer: Buffer): Bytes => new Uint8Array(buffer);

const brotli = (bytes: Bytes, quality: number) => compressBrotli(bytes, brotliOptions(bytes, quality));

const brotliOptions = (bytes: Bytes, quality: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    // The default window of 4 MB is allocated even for a page of 100 KB; a window as large as the bytes loses nothing.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      Math.max(Math.ceil(Math.log2(bytes.byteLength + 16)), minWindow),
      maxWindow,
    ),
  },
});

/** Base-2 logarithms of Brotli's window, as zlib takes them. */
const minWindow = 16;
const maxWindow = 22;

/**
 * Chooses by `Accept-Encoding`, its weights honoured (RFC 9110, 12.5.3). Where nothing that is offered is accepted, the
 * plain bytes are sent all the same: they are read by everyone.
 */
export function chooseEncoding(acceptEncoding: string | null | undefined): ContentEncoding {
  if (!acceptEncoding) return 'identity';
  const known = choices.get(acceptEncoding);
  if (known) return known;
  const choice = readChoice(acceptEncoding);
  // Browsers send a handful of values between them; a client that sends others must not fill the memory with them.
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
