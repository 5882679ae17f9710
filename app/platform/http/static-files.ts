import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import type { Context, MiddlewareHandler } from 'hono';
import { getMimeType, mimes } from 'hono/utils/mime';
import { decodeEscapes } from '../../shared/decode-escapes.ts';
import { notFoundText } from '../../shared/http-errors.ts';
import { fileState } from '../files/file-state.ts';
import { filesBelow } from '../files/files-below.ts';
import { createByteBoundedCache } from './byte-bounded-cache.ts';
import { type ByteRange, parseRange } from './byte-range.ts';
import { type Bytes, type ContentEncoding, chooseEncoding, encode, smallestBrotli } from './content-encoding.ts';
import { revalidate } from './page-cache.ts';
import { digestOf, entityTag, isNotModified } from './validators.ts';

/** A file on disk, by its absolute path, or bytes generated in memory. */
type StaticContent = FileOnDisk | { readonly bytes: Uint8Array; readonly type: string };

interface FileOnDisk {
  readonly file: string;
  /** The `fileState` of the bytes that its path names; others replaced them, and come with a path of their own. */
  readonly state?: string;
  /** Absolute path of the Brotli copy, if the build has written one. */
  readonly brotli?: string;
}

/** Content generated on request. It is not `immutable` if a later request may get other bytes at the same path. */
type GeneratedContent = StaticContent & { readonly immutable?: false };

/** A file served at a path: its content, or a function that generates it on request, with undefined if it cannot. */
export type StaticFile = (StaticContent | { readonly make: () => Promise<GeneratedContent | undefined> }) & {
  /** Whether its path changes with its bytes, so that it can be cached forever. */
  readonly immutable: boolean;
};

type ReadyFile = StaticContent & Pick<StaticFile, 'immutable'>;

/** Finds the file of a decoded path. Only listed files are served, so no path can leave the listed directory. */
export type StaticLookup = (pathname: string) => StaticFile | undefined;

/** One year, the longest that caches honour. The path of such a file contains the hash of its bytes. */
const immutablePolicy = 'public, max-age=31536000, immutable';

/** Ten minutes for files with a fixed path: icons, the manifest. */
const mutablePolicy = 'public, max-age=600';

/** Larger files are streamed from disk, so that a few videos do not evict everything else from memory. */
const maxCachedBytes = 1024 * 1024;

/** Memory for cached files and their encodings, bytes. */
const cacheBytes = 24 * 1024 * 1024;

/** Up to this size, which most drawings have, Brotli's best quality takes at most 0.2 s on a slow machine, and the first visitor waits. */
const smallBytes = 32 * 1024;

/** Hono's content types, plus subtitles. */
const contentTypes = { ...mimes, vtt: 'text/vtt; charset=utf-8' };

/** Whether compression makes a type smaller: text only, since pictures, films and fonts are already compressed. */
const isCompressible = (contentType: string) => /charset=|^text\/|\+xml|json|^image\/x-icon/u.test(contentType);

const typeOfFile = (file: string) => getMimeType(file, contentTypes) ?? 'application/octet-stream';

/** Extension that a Brotli copy adds to the name of its file. */
const brotliEnding = '.br';

/** Writes Brotli copies at the best quality next to every compressible file under `root`, if that directory exists. */
export async function compressStaticFiles(root: string): Promise<void> {
  for (const file of await Array.fromAsync(filesBelow(root))) {
    if (!isCompressible(typeOfFile(file))) continue;
    const bytes = new Uint8Array(await readFile(file));
    const smallest = await smallestBrotli(bytes);
    if (smallest.byteLength < bytes.byteLength) await writeFile(`${file}${brotliEnding}`, smallest);
  }
}

/**
 * Lists a directory once and serves from the list, without hidden files and symbolic links. A copy of `compressStaticFiles` is served
 * in place of its original. @param isImmutable whether the path of a file contains the hash of its bytes
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
 * Serves files for GET and HEAD: text compressed, everything with an entity tag, ranges of everything but text.
 * @param options.lookups tried in turn
 * @param options.prefixes path prefixes that contain only files, such as `/assets/`: an unknown path below them gets a
 *   plain 404 instead of the 404 page, unless a person opens it, whose browser accepts HTML
 */
export function staticFiles(options: {
  lookups: readonly StaticLookup[];
  prefixes: readonly string[];
}): MiddlewareHandler {
  const { lookups, prefixes } = options;
  const cache = createFileCache();
  return async (context, next) => {
    // `allowed-methods.ts` refuses other methods, as on every path.
    const { method } = context.req;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const pathname = decodeEscapes(new URL(context.req.url).pathname);
    const found = lookups.map((lookup) => lookup(pathname)).find(Boolean);
    if (!found) {
      const isFileSpace = prefixes.some((prefix) => context.req.path.startsWith(prefix));
      return isFileSpace && !context.req.header('accept')?.includes('text/html') ? notFound() : next();
    }
    const ready = await readyFile(found);
    const opened = ready && (await cache.open(ready));
    return opened ? respond(context, ready, opened) : notFound();
  };
}

async function readyFile(found: StaticFile): Promise<ReadyFile | undefined> {
  if (!('make' in found)) return found;
  const made = await found.make();
  return made && { immutable: found.immutable, ...made };
}

const notFound = () => notFoundText('There is no such file.');

function policyOf({ immutable }: ReadyFile, contentType: string): string {
  if (immutable) return immutablePolicy;
  // Scripts and styles of the editor: after an upgrade, a browser must not use new ones with old ones.
  return /^text\/(?:javascript|css)/u.test(contentType) ? revalidate : mutablePolicy;
}

async function respond(context: Context, found: ReadyFile, opened: OpenedFile): Promise<Response> {
  const request = context.req.raw.headers;
  const contentType = 'type' in found ? found.type : typeOfFile(found.file);
  const compressed = opened.bytes !== undefined && isCompressible(contentType);
  const encoding = compressed ? chooseEncoding(request.get('accept-encoding')) : 'identity';
  const tag = entityTag(opened.digest, encoding);
  const headers: Record<string, string> = {
    'content-type': contentType,
    'cache-control': opened.isReplaced ? 'no-store' : policyOf(found, contentType),
    etag: tag,
    ...(compressed ? { vary: 'Accept-Encoding' } : { 'accept-ranges': 'bytes' }),
  };

  if (isNotModified(request.get('if-none-match'), tag)) return context.body(null, 304, headers);

  // A Range counts only in a GET (RFC 9110, 14.2).
  const ignoresRange = compressed || context.req.method !== 'GET' || ![null, tag].includes(request.get('if-range'));
  const range = ignoresRange ? undefined : parseRange(request.get('range'), opened.size);
  if (range === 'unsatisfiable') {
    // A shared cache that stored it under the file's policy would send it to everyone who requests the file.
    return context.body(null, 416, { 'cache-control': 'no-store', 'content-range': `bytes */${opened.size}` });
  }
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  const { start, end } = range ?? { start: 0, end: opened.size - 1 };
  const encoded = await opened.bytes?.(encoding);
  const bytes = range ? encoded?.subarray(start, end + 1) : encoded;
  headers['content-length'] = String(bytes?.byteLength ?? end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${opened.size}`;
  const status = range ? 206 : 200;
  if (context.req.method === 'HEAD') return context.body(null, status, headers);
  return context.body(bytes ?? (opened as StreamedFile).stream(range), status, headers);
}

/** A file ready to be sent: cached in memory, or streamed from disk. */
type OpenedFile = CachedBytes | StreamedFile;

interface Opened {
  readonly size: number;
  readonly digest: string;
  /** Whether other bytes have replaced those that the path names. */
  readonly isReplaced?: boolean;
}

interface CachedBytes extends Opened {
  bytes(encoding: ContentEncoding): Promise<Bytes>;
}

interface StreamedFile extends Opened {
  readonly bytes: undefined;
  stream(range: ByteRange | undefined): globalThis.ReadableStream;
}

interface CachedFromDisk extends CachedBytes {
  readonly modifiedMs: number;
  readonly isCompressible: boolean;
}

/** Follows no symbolic link: a link that replaced a file after the listing is not served. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Finds cached bytes, and reads and caches the others. */
function createFileCache(): { open(found: ReadyFile): Promise<OpenedFile | undefined> } {
  const fromDisk = createByteBoundedCache<CachedFromDisk>({
    maxBytes: cacheBytes,
    // Encodings are added on use. Doubling the size covers both of them for any text.
    sizeOf: (opened) => (opened.isCompressible ? 2 * opened.size : opened.size),
  });
  const fromMemory = new WeakMap<Uint8Array, CachedBytes>();
  /** Reads in progress: visitors who request a file at the same time share its bytes and their compression. */
  const reading = new Map<string, Promise<OpenedFile | undefined>>();

  const readFromDisk = async ({ file, brotli, state }: FileOnDisk, key: string) => {
    await using handle = await openFile(file);
    const stats = await handle?.stat();
    if (!handle || !stats?.isFile()) return undefined;
    const { size, mtimeMs } = stats;
    const known = fromDisk.get(key);
    if (known?.size === size && known.modifiedMs === mtimeMs) return known;
    const isReplaced = state !== undefined && state !== fileState(stats);
    const digest = digestOfFile(stats);
    if (size > maxCachedBytes)
      return {
        size,
        digest,
        isReplaced,
        bytes: undefined,
        stream: (range: ByteRange | undefined) =>
          ReadableStream.from(chunksOf(file, digest, range)) as globalThis.ReadableStream,
      };
    const smallest = brotli === undefined ? undefined : new Uint8Array(await readFile(brotli));
    const opened = {
      ...cachedBytesOf(new Uint8Array(await handle.readFile()), smallest),
      isReplaced,
      modifiedMs: mtimeMs,
      isCompressible: isCompressible(typeOfFile(file)),
    };
    if (!isReplaced) fromDisk.set(key, opened);
    return opened;
  };

  return {
    async open(found) {
      if (!('file' in found))
        return fromMemory.getOrInsertComputed(found.bytes, (bytes) => cachedBytesOf(new Uint8Array(bytes)));
      const key = `${found.file}\0${found.state}`;
      return (
        (found.immutable && fromDisk.get(key)) ||
        reading.getOrInsertComputed(key, () => readFromDisk(found, key).finally(() => reading.delete(key)))
      );
    },
  };
}

/** @param smallest the Brotli copy, if there is one */
const cachedBytesOf = (bytes: Bytes, smallest?: Bytes): CachedBytes => ({
  size: bytes.byteLength,
  digest: digestOf(bytes),
  bytes: encodeOnce(bytes, smallest),
});

/** Hashing a film for its tag would read all of it; its size or modification time changes whenever its bytes do. */
const digestOfFile = ({ size, mtimeMs }: Stats): string =>
  `${size.toString(36)}-${Math.trunc(mtimeMs * 1000).toString(36)}`;

/** Opens a file; undefined if there is none. */
const openFile = (file: string): Promise<FileHandle | undefined> =>
  open(file, openFlags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

/**
 * Opens the file with the first read and closes it with the last: an open file that nobody closes ends the process (Node 26).
 * @throws if the file no longer has the digest, before the last chunk: caches would store a mixture of two films as whole. Removing
 * the file changes nothing
 */
async function* chunksOf(file: string, digest: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  await using handle = await open(file, openFlags);
  const check = async () => {
    if (digestOfFile(await handle.stat()) !== digest) throw new Error(`${file} was changed while it was sent`);
  };
  await check();
  let last: Uint8Array | undefined;
  for await (const chunk of handle.createReadStream({ ...range, autoClose: false })) {
    if (last) yield last;
    last = chunk;
  }
  await check();
  if (last) yield last;
}

function encodeOnce(bytes: Bytes, smallest: Bytes | undefined): (encoding: ContentEncoding) => Promise<Bytes> {
  const encodings = new Map<ContentEncoding, Promise<Bytes>>();
  if (smallest) encodings.set('br', Promise.resolve(smallest));
  return (encoding) =>
    encodings.getOrInsertComputed(encoding, () => {
      const isSmall = bytes.byteLength <= smallBytes;
      const encoded = encoding === 'br' && isSmall ? smallestBrotli(bytes) : encode(bytes, encoding);
      // A failure rejects this request only; the next one tries again.
      encoded.catch(() => encodings.delete(encoding));
      return encoded;
    });
}
