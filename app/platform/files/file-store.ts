import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { makeDirectory } from './private-directory.ts';

/** A received file that is not stored permanently yet. Call `store` or `discard`. */
export interface StagedFile {
  readonly bytes: number;
  /** Absolute path of the temporary file. */
  readonly path: string;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** Reads up to `length` bytes from `position`; fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  /** Returns its bytes in chunks. */
  content(): AsyncIterable<Uint8Array>;
  /** Stores the file under a name of `createName`: its bytes and its name are on the disk when this resolves. @throws if it is not stored */
  store(name: string): Promise<void>;
  /** Removes the temporary file. Does nothing after `store` or `discard`. */
  discard(): Promise<void>;
}

/** A stored file that can be read at a local path until it is disposed of. */
export interface CheckedOutFile extends AsyncDisposable {
  readonly path: string;
}

/** Stores visitors' files under random names where no route serves them. */
export interface FileStore {
  /** Writes a stream to a temporary file. @throws the error of the source, or if it cannot be written; the temporary file is removed */
  stage(source: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /** Returns a random, unused name. @param extension without a dot */
  createName(extension: string): string;
  /** Returns the absolute path of a stored file; undefined if the store is not on a disk. */
  pathOf(name: string): string | undefined;
  /** Makes a stored file readable by path. @throws if it does not exist or cannot be read */
  checkOut(name: string): Promise<CheckedOutFile>;
  has(name: string): Promise<boolean>;
  /** Returns the bytes of a stored file in chunks. @throws if it does not exist or cannot be read */
  content(name: string): AsyncIterable<Uint8Array>;
  /** Removes a stored file; a missing one is not an error. */
  remove(name: string): Promise<void>;
  /** Returns the names of the stored files. */
  list(): Promise<Set<string>>;
  /** Removes the temporary files of processes that have died. @returns their number */
  sweep(): Promise<number>;
}

/** A file store in a directory. */
export interface DiskFileStore extends FileStore {
  pathOf(name: string): string;
}

/** Age at which a temporary file of another machine that shares the directory counts as abandoned, ms: no upload takes this long. */
const foreignLeftoverMs = 3_600_000;

const pieceBytes = 64 * 1024;

/** Prefix of this process's temporary files. */
const owner = `${hostname().replace(/[^\w-]/gu, '_')}.${process.pid}`;

/** @param options.incoming directory of temporary files, on the file system of `options.directory`, so that a rename stores them */
export function createFileStore(options: { directory: string; incoming: string }): DiskFileStore {
  const { directory, incoming } = options;
  const pathOf = (name: string) => join(directory, name);
  const receiving = new Set<string>();

  return {
    stage: (source) => stageFile(source, { directory, incoming, receiving }),
    createName: (extension) => `${randomBytes(20).toString('hex')}.${extension}`,
    pathOf,
    checkOut: async (name) => ({ path: pathOf(name), [Symbol.asyncDispose]: async () => {} }),
    has: (name) =>
      stat(pathOf(name))
        .then(() => true, ignoreMissing)
        .then(Boolean),
    async *content(name) {
      yield* createReadStream(pathOf(name));
    },
    remove: (name) => unlink(pathOf(name)).catch(ignoreMissing),
    async list() {
      const entries = (await readdir(directory, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
      return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    },
    async sweep() {
      const names = (await readdir(incoming).catch(ignoreMissing)) ?? [];
      let removed = 0;
      for (const name of names) {
        const path = join(incoming, name);
        if (receiving.has(path) || !(await isLeftOver(name, path))) continue;
        await unlink(path).catch(ignoreMissing);
        removed += 1;
      }
      return removed;
    },
  };
}

/** @param receiving paths of the temporary files in use; this one is among them until it is stored or removed */
async function stageFile(
  source: AsyncIterable<Uint8Array>,
  { directory, incoming, receiving }: { directory: string; incoming: string; receiving: Set<string> },
): Promise<StagedFile> {
  await makeDirectory(incoming);
  const path = join(incoming, `${owner}.${randomBytes(16).toString('hex')}`);
  receiving.add(path);
  const handle = await open(path, 'wx+', 0o600).catch((error) => {
    receiving.delete(path);
    throw error;
  });
  let done = false;
  const discard = async () => {
    if (done) return;
    done = true;
    receiving.delete(path);
    await handle.close().catch(() => {});
    // If it cannot be removed now, as on a read-only disk, a later sweep removes it.
    await unlink(path).catch(() => {});
  };
  try {
    const { bytes, sha256 } = await write(handle, source);
    return {
      bytes,
      path,
      sha256,
      discard,
      async read(position, length) {
        const buffer = Buffer.allocUnsafe(length);
        const { bytesRead } = await handle.read(buffer, 0, length, position);
        return buffer.subarray(0, bytesRead);
      },
      content: () => contentOf(handle),
      async store(name) {
        const target = join(directory, name);
        try {
          await handle.sync();
          await makeDirectory(directory);
          await rename(path, target);
          await syncDirectory(directory);
        } catch (error) {
          await unlink(target).catch(() => {});
          await discard();
          throw error;
        }
        done = true;
        receiving.delete(path);
        await handle.close();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function write(handle: FileHandle, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    await handle.writeFile(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Reads by position, so that reading starts at the beginning even after the handle was written to. */
async function* contentOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await handle.read(buffer, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Whether a temporary file is abandoned: by its process on this machine, by its age on others. */
async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('.');
  if (`${host}.${pid}` === owner) return true;
  if (host === owner.split('.')[0]) return !isAlive(Number(pid));
  return isOlderThan(path, foreignLeftoverMs);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a file was modified more than some time ago, ms; false for a missing file, so that it counts as in use. */
export const isOlderThan = (path: string, ms: number): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ms,
    () => false,
  );

/** Error handler that ignores missing files and directories and rethrows other errors. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Syncs a directory, without which a new name may not survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r');
  await handle.sync();
}

/** How many temporary files this process has written. */
let temporaries = 0;

/**
 * Writes a private file, see `replaceFile`, in a directory that is created if it is missing.
 * @param below an ancestor of `directory` that must exist; the parent by default
 */
export async function writeWhole(
  directory: string,
  name: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  below = dirname(directory),
): Promise<void> {
  await makeDirectory(directory, below);
  await replaceFile(join(directory, name), bytes, { mode: 0o600 });
}

/**
 * Writes a file atomically and durably: after a failure or a crash it exists completely or not at all.
 * @param options.isHidden whether the temporary file is hidden from programs that read the directory meanwhile
 */
export async function replaceFile(
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { mode, isHidden = false }: { mode: number; isHidden?: boolean },
): Promise<void> {
  const directory = dirname(path);
  // One name for each call: two that write the same file at the same time must not rename each other's.
  temporaries += 1;
  const name = `${basename(path)}.${process.pid}-${temporaries}.part`;
  const temporary = join(directory, isHidden ? `.${name}` : name);
  try {
    {
      await using handle = await open(temporary, 'w', mode);
      await write(handle, bytes);
      await handle.sync();
    }
    await rename(temporary, path);
    await syncDirectory(directory);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
}
