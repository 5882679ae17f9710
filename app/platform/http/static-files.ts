import { constants } from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import { getMimeType, mimes } from 'hono/utils/mime';
import { textError } from '../../shared/http-errors.ts';
import { filesBelow } from '../files/files-below.ts';
import { createByteBoundedCache } from './byte-bounded-cache.ts';
import { type ByteRange, parseRange } from './byte-range.ts';
import { type Bytes, type ContentEncoding, chooseEncoding, encode, smallestBrotli } from './content-encoding.ts';
import { digestOf, entityTag, isNotModified } from './validators.ts';

/** A file on disk, by its absolute path, or bytes that were made in memory. */
type StaticContent = FileOnDisk | { readonly bytes: Uint8Array; readonly type: string };

interface FileOnDisk {
  readonly file: string;
  /** Absolute path of the same as Brotli, where the build has made it. */
  readonly brotli?: string;
}

/** What may be served at a path: content, or a way to make it on request; undefined where it cannot be made. */
export type StaticFile = (StaticContent | { readonly make: () => Promise<StaticContent | undefined> }) & {
  /** Whether its path changes with its bytes, so that it can be cached for ever. */
  readonly immutable: boolean;
};

type ReadyFile = StaticContent & Pick<StaticFile, 'immutable'>;

/** Finds the file of a decoded path. What it does not list is not served: no path can lead out of what was listed. */
export type StaticLookup = (pathname: string) => StaticFile | undefined;

/** A year: the longest that caches take seriously. The path of such a file holds the hash of its bytes. */
const immutablePolicy = 'public, max-age=31536000, immutable';

/** Ten minutes for files with a fixed path: icons, the manifest. */
const mutablePolicy = 'public, max-age=600';

/** Larger files are streamed from disk, so that a few videos do not take the memory of everything else. */
const maxHeldBytes = 1024 * 1024;

/** Memory for held files and their encodings. */
const heldBytes = 24 * 1024 * 1024;

/** Up to here Brotli's best takes some milliseconds, which the first visitor can wait: most drawings. */
const smallBytes = 32 * 1024;

/** Hono's, and subtitles. */
const contentTypes = { ...mimes, vtt: 'text/vtt; charset=utf-8' };

/** What becomes smaller by compression: text. Pictures, films and fonts are compressed already. */
const isCompressible = (contentType: string) => /charset=|^text\/|\+xml|json|^image\/x-icon/u.test(contentType);

const typeOfFile = (file: string) => getMimeType(file, contentTypes) ?? 'application/octet-stream';

/** Follows the name of the file that it holds as Brotli. */
const brotliEnding = '.br';

/**
 * Writes beside each file below a directory what a visitor is sent of it, as small as it gets, so that the first visitor of a
 * process is sent it too.
 * @param root a built directory; one that does not exist has no files
 */
export async function compressStaticFiles(root: string): Promise<void> {
  for (const file of await Array.fromAsync(filesBelow(root))) {
    if (!isCompressible(typeOfFile(file))) continue;
    const bytes = new Uint8Array(await readFile(file));
    const smallest = await smallestBrotli(bytes);
    if (smallest.byteLength < bytes.byteLength) await writeFile(`${file}${brotliEnding}`, smallest);
  }
}

/**
 * Lists a directory once and serves from the list: a built directory does not change under a running process. Hidden
 * files and symbolic links are left out; what `compressStaticFiles` has written is served in place of the file it stands
 * beside, and has no path of its own.
 * @param root a directory; one that does not exist has no files
 * @param isImmutable whether the path of a file holds the hash of its bytes
 */
export async function listStaticFiles(root: string, isImmutable: (pathname: string) => boolean): Promise<StaticLookup> {
  const listed = new Set(await Array.fromAsync(filesBelow(root)));
  const files = new Map<string, StaticFile>();
  for (const file of listed) {
    if (file.endsWith(brotliEnding) && listed.has(file.slice(0, -brotliEnding.length))) continue;
    const pathname = `/${relative(root, file).split(sep).join('/')}`;
    const brotli = `${file}${brotliEnding}`;
    files.set(pathname, { file, ...(listed.has(brotli) ? { brotli } : {}), immutable: isImmutable(pathname) });
  }
  return (pathname) => files.get(pathname);
}

/**
 * Serves files: text compressed, everything with an entity tag, ranges of what is not text, nothing but GET and HEAD.
 * @param options.lookups asked in turn
 * @param options.prefixes path prefixes that hold nothing but files, such as `/assets/`: what no lookup
 *   knows there gets 404 at once, without a page
 */
export function staticFiles(options: {
  lookups: readonly StaticLookup[];
  prefixes: readonly string[];
}): MiddlewareHandler {
  const { lookups, prefixes } = options;
  const store = createFileStore();
  return async (context, next) => {
    // Other methods are refused as those of every path are (`allowed-methods.ts`).
    const { method } = context.req;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const pathname = decodePath(new URL(context.req.url).pathname);
    const found = pathname === undefined ? undefined : lookups.map((lookup) => lookup(pathname)).find(Boolean);
    if (!found) {
      const isFileSpace = prefixes.some((prefix) => context.req.path.startsWith(prefix));
      return isFileSpace ? notFound() : next();
    }
    const ready = await readyFile(found);
    const held = ready && (await store.open(ready));
    return held ? answer(context, ready, held) : notFound();
  };
}

async function readyFile(found: StaticFile): Promise<ReadyFile | undefined> {
  if (!('make' in found)) return found;
  const made = await found.make();
  return made && { ...made, immutable: found.immutable };
}

const notFound = () => textError('not_found', { message: 'There is no such file.' });

/** A path as the disk knows it; undefined where it is not valid or means something else to the disk. */
function decodePath(pathname: string): string | undefined {
  if (!pathname.includes('%')) return pathname;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

const contentTypeOf = (found: ReadyFile) => ('type' in found ? found.type : typeOfFile(found.file));

async function answer(context: Context, found: ReadyFile, held: HeldFile): Promise<Response> {
  const request = context.req.raw.headers;
  const contentType = contentTypeOf(found);
  const compressed = held.bytes !== undefined && isCompressible(contentType);
  const encoding = compressed ? chooseEncoding(request.get('accept-encoding')) : 'identity';
  const tag = entityTag(held.digest, encoding);
  const headers: Record<string, string> = {
    'content-type': contentType,
    'cache-control': found.immutable ? immutablePolicy : mutablePolicy,
    etag: tag,
    ...(compressed ? { vary: 'Accept-Encoding' } : { 'accept-ranges': 'bytes' }),
  };

  if (isNotModified(request.get('if-none-match'), tag)) return context.body(null, 304, headers);

  const ifRange = request.get('if-range');
  const range = compressed || (ifRange && ifRange !== tag) ? undefined : parseRange(request.get('range'), held.size);
  if (range === 'unsatisfiable') {
    return context.body(null, 416, { ...headers, 'content-range': `bytes */${held.size}` });
  }
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${held.size}`;
  const bytes = held.bytes && cut(await held.bytes(encoding), range);
  headers['content-length'] = String(bytes?.byteLength ?? lengthOf(held.size, range));
  const status = range ? 206 : 200;
  // Nothing is opened for a HEAD: a stream that nobody reads would never be closed.
  if (context.req.method === 'HEAD') return context.body(null, status, headers);
  return context.body(bytes ?? (await (held as StreamedFile).stream(range)), status, headers);
}

const lengthOf = (size: number, range: ByteRange | undefined) => (range ? range.end - range.start + 1 : size);

const cut = (bytes: Bytes, range: ByteRange | undefined): Bytes =>
  range ? bytes.subarray(range.start, range.end + 1) : bytes;

/** What is known of bytes before they are sent. */
type HeldFile = HeldBytes | StreamedFile;

interface HeldBytes {
  readonly size: number;
  readonly digest: string;
  /** The bytes as encoded. */
  bytes(encoding: ContentEncoding): Promise<Bytes>;
}

interface StreamedFile {
  readonly size: number;
  readonly digest: string;
  readonly bytes: undefined;
  /** The bytes from disk. */
  stream(range: ByteRange | undefined): Promise<ReadableStream>;
}

interface HeldFromDisk extends HeldBytes {
  readonly modifiedMs: number;
  readonly isCompressible: boolean;
}

/** Follows no symbolic link: one that took a file's place after the listing leads nowhere. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Finds bytes that were held before, and reads the others. */
function createFileStore(): { open(found: ReadyFile): Promise<HeldFile | undefined> } {
  const fromDisk = createByteBoundedCache<HeldFromDisk>({
    maxBytes: heldBytes,
    // Encodings come with use; the size once more covers both of them for any text.
    sizeOf: (held) => (held.isCompressible ? 2 * held.size : held.size),
  });
  const fromMemory = new WeakMap<Uint8Array, HeldBytes>();

  const readHeld = async ({ file, brotli }: FileOnDisk, known: HeldFromDisk | undefined) => {
    const handle = await openFile(file);
    if (!handle) return undefined;
    try {
      const { size, mtimeMs } = await handle.stat();
      if (known?.size === size && known.modifiedMs === mtimeMs) return known;
      // Hashing a film for its tag would read all of it; size and time change whenever its bytes do.
      const digest = `${size.toString(36)}-${Math.trunc(mtimeMs * 1000).toString(36)}`;
      if (size > maxHeldBytes)
        return { size, digest, bytes: undefined, stream: (range: ByteRange | undefined) => streamFile(file, range) };
      const smallest = brotli === undefined ? undefined : new Uint8Array(await readFile(brotli));
      const held = {
        ...holdBytes(new Uint8Array(await handle.readFile()), smallest),
        modifiedMs: mtimeMs,
        isCompressible: isCompressible(typeOfFile(file)),
      };
      fromDisk.put(file, held);
      return held;
    } finally {
      await handle.close();
    }
  };

  return {
    async open(found) {
      if ('file' in found) {
        const known = fromDisk.get(found.file);
        return known && found.immutable ? known : readHeld(found, known);
      }
      const known = fromMemory.get(found.bytes);
      if (known) return known;
      const held = holdBytes(new Uint8Array(found.bytes));
      fromMemory.set(found.bytes, held);
      return held;
    },
  };
}

/** @param smallest the same as Brotli, where it has been made before */
const holdBytes = (bytes: Bytes, smallest?: Bytes): HeldBytes => ({
  size: bytes.byteLength,
  digest: digestOf(bytes),
  bytes: encodeOnce(bytes, smallest),
});

/** Opens a regular file; undefined where there is none. */
async function openFile(file: string): Promise<FileHandle | undefined> {
  try {
    const handle = await open(file, openFlags);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function streamFile(file: string, range: ByteRange | undefined): Promise<ReadableStream> {
  // Opened before the response begins: a failure here still becomes a proper error.
  const handle = await open(file, openFlags);
  return Readable.toWeb(handle.createReadStream(range ? { start: range.start, end: range.end } : {})) as ReadableStream;
}

/** Encodes at first use and keeps the result. */
function encodeOnce(bytes: Bytes, smallest: Bytes | undefined): (encoding: ContentEncoding) => Promise<Bytes> {
  const encodings = new Map<ContentEncoding, Promise<Bytes>>();
  if (smallest) encodings.set('br', Promise.resolve(smallest));
  return (encoding) => {
    const known = encodings.get(encoding);
    if (known) return known;
    const isSmall = bytes.byteLength <= smallBytes;
    const encoded = encoding === 'br' && isSmall ? smallestBrotli(bytes) : encode(bytes, encoding);
    encodings.set(encoding, encoded);
    // A failure is its requester's; the next one tries again.
    encoded.catch(() => encodings.delete(encoding));
    return encoded;
  };
}
