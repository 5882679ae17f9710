import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The forms in which bytes are sent, the smallest first: the order in which equals are preferred. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const;

export type ContentEncoding = (typeof contentEncodings)[number];

/**
 * How hard Brotli tries, of 0 to 11. Measured on a script of 625 KB: 5 takes 15 ms and leaves 105 KB, 9 takes 44 ms and
 * leaves 99 KB, 11 takes 1,300 ms and leaves 90 KB; on pages 11 leaves 14 % less than 5, too.
 */
const qualities = { now: 5, best: 11 } as const;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Bytes that own their memory, as a `Response` takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes bytes outside the event loop, at a quality for which a visitor can wait. */
export async function encode(bytes: Bytes, encoding: ContentEncoding): Promise<Bytes> {
  if (encoding === 'identity') return bytes;
  return (encoding === 'gzip' ? await compressGzip(bytes) : await brotli(bytes, qualities.now)) as Bytes;
}

/**
 * Encodes with Brotli as small as can be, for bytes that are sent often, and hands over the result when it is there. One
 * at a time, so that requests keep the other cores. What comes out decodes to the same bytes and keeps the entity tag:
 * ranges, for which the encoded bytes themselves would have to agree, are not given of what is encoded.
 */
export function encodeSmallest(bytes: Bytes, use: (smallest: Bytes) => void): void {
  const encodeNext = async () => use(await smallestBrotli(bytes));
  // When it fails, what was encoded first stays in use.
  turn = turn.then(encodeNext).catch(() => {});
}

let turn: Promise<unknown> = Promise.resolve();

/** Resolves when everything has been encoded that `encodeSmallest` was given until now. */
export const encodedSmallest = async (): Promise<void> => void (await turn);

/** As small as Brotli can make it, for which nobody can wait who has asked for a page: a second for a large script. */
export const smallestBrotli = async (bytes: Bytes): Promise<Bytes> => (await brotli(bytes, qualities.best)) as Bytes;

const brotli = (bytes: Bytes, quality: number) =>
  compressBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
  });

/**
 * Chooses by `Accept-Encoding`, its weights honoured (RFC 9110, 12.5.3). Where nothing that is offered is accepted, the
 * plain bytes are sent all the same: they are read by everyone.
 */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding {
  if (!acceptEncoding) return 'identity';
  const known = choices.get(acceptEncoding);
  if (known) return known;
  const choice = readChoice(acceptEncoding);
  // Browsers send a handful of values between them; whoever sends others must not fill the memory with them.
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
