import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDirectory } from './private-directory.ts';

/** A file that has arrived and is not stored for good yet. It ends by `keep` or by `discard`. */
export interface StagedFile {
  readonly bytes: number;
  /** Where it is until then; absolute. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Reads up to `length` bytes from `position`; fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  /** All of it, in pieces. */
  content(): AsyncIterable<Uint8Array>;
  /**
   * Makes the file durable: its bytes, then its name, are on the disk when this resolves.
   * @param name from `createName`
   * @throws when it could not be made durable; then nothing of it is left
   */
  keep(name: string): Promise<void>;
  /** Removes it. Does nothing once it is stored or discarded. */
  discard(): Promise<void>;
}

/** A stored file that can be read at a path of this machine until it is released. */
export interface CheckedOutFile {
  readonly path: string;
  release(): Promise<void>;
}

/** Files of visitors, under random names, where no route serves them. */
export interface FileStore {
  /**
   * Writes what arrives to a temporary file.
   * @throws what the source throws, or when it cannot be written; then nothing of it is left
   */
  stage(source: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /** A random name that no file has. @param extension without a dot */
  createName(extension: string): string;
  /** Absolute path of a stored file; undefined where files are stored elsewhere than on a disk. */
  pathOf(name: string): string | undefined;
  /** For what reads by path. @throws when the file is gone, or cannot be read */
  checkOut(name: string): Promise<CheckedOutFile>;
  has(name: string): Promise<boolean>;
  /** The bytes of a stored file, in pieces. @throws when it is gone, or cannot be read */
  content(name: string): AsyncIterable<Uint8Array>;
  /** Removes a stored file; a missing one is no error. */
  remove(name: string): Promise<void>;
  /** Names of the stored files. */
  list(): Promise<Set<string>>;
  /** Removes the temporary files of processes that have died. @returns how many */
  sweep(): Promise<number>;
}

/** Files in a directory. */
export interface DiskFileStore extends FileStore {
  pathOf(name: string): string;
}

/** A temporary file of another machine that shares the directory is left over when it is this old: no upload takes so long. */
const foreignLeftoverMs = 3_600_000;

/** Read at a time. */
const pieceBytes = 64 * 1024;

/** What this process is receiving: its own files are never left over. */
const owner = `${hostname().replace(/[^\w-]/gu, '_')}.${process.pid}`;

/**
 * @param options.directory where files are stored
 * @param options.incoming where they arrive: on the same file system, so that a rename keeps them
 */
export function createFileStore(options: { directory: string; incoming: string }): DiskFileStore {
  const { directory, incoming } = options;
  const pathOf = (name: string) => join(directory, name);
  const receiving = new Set<string>();

  return {
    async stage(source) {
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
        // What cannot be removed now, on a disk that has become read-only, the sweep removes.
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
          async keep(name) {
            try {
              await handle.sync();
              await makeDirectory(directory);
              await rename(path, pathOf(name));
              await syncDirectory(directory);
            } catch (error) {
              await unlink(pathOf(name)).catch(() => {});
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
    },
    createName: (extension) => `${randomBytes(20).toString('hex')}.${extension}`,
    pathOf,
    checkOut: async (name) => ({ path: pathOf(name), release: async () => {} }),
    has: (name) =>
      stat(pathOf(name))
        .then(() => true, ignoreMissing)
        .then(Boolean),
    async *content(name) {
      const handle = await open(pathOf(name), 'r');
      try {
        yield* contentOf(handle);
      } finally {
        await handle.close();
      }
    },
    remove: (name) => unlink(pathOf(name)).catch(ignoreMissing),
    async list() {
      const entries = (await readdir(directory, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
      return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    },
    async sweep() {
      const names = (await readdir(incoming).catch(ignoreMissing)) ?? [];
      const left = await Promise.all(
        names.map(async (name) => {
          const path = join(incoming, name);
          if (receiving.has(path) || !(await isLeftOver(name, path))) return 0;
          await unlink(path).catch(ignoreMissing);
          return 1;
        }),
      );
      return left.reduce<number>((sum, count) => sum + count, 0);
    },
  };
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

/** Reads by position, so that a handle that was written to begins at its beginning. */
async function* contentOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await handle.read(buffer, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Checks whether a process on this machine is alive; of others only the age is known. */
async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('.');
  if (`${host}.${pid}` === owner) return true;
  if (host === owner.split('.')[0]) return !isAlive(Number(pid));
  return Date.now() - (await modifiedAt(path)) > foreignLeftoverMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of a file that is gone: now, so that it counts as in use. */
const modifiedAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );

/** What to do where there may be nothing: go on. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** A new name survives a power cut only when its directory has been synced. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file so that it is there whole or not at all, and durable when this resolves.
 * @param directory is made when it is missing
 * @param below an ancestor of it that is not; the parent by default
 */
export async function writeWhole(
  directory: string,
  name: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  below = dirname(directory),
): Promise<void> {
  await makeDirectory(directory, below);
  const path = join(directory, name);
  const temporary = `${path}.${process.pid}.part`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await write(handle, bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    await syncDirectory(directory);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
}
