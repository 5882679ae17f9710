import { chmodSync, constants, lstatSync, readdirSync, statSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import type { Log } from '../log/log.ts';

/** Only the owner may read and write. */
const privateFileMode = 0o600;
const privateDirectoryMode = 0o700;
/** Permissions of a group and of others. */
const othersMask = 0o077;
/** A directory that several users share, such as `/tmp` (inode(7), S_ISVTX). */
const stickyBit = 0o1000;

/** The umask of a process that writes visitors' data: only the owner has access to new files. */
export const privateUmask = othersMask;

/**
 * Creates a directory and missing ones up to `below`, which must exist. A store must not recreate a data directory that was
 * deleted or unmounted while the process runs, because data written there would be lost or hidden.
 * @param below an ancestor; the parent by default
 * @throws ENOENT if `below` is missing
 */
export async function makeDirectory(directory: string, below = dirname(directory)): Promise<void> {
  try {
    await mkdir(directory, { mode: privateDirectoryMode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(directory) === below) throw error;
    await makeDirectory(dirname(directory), below);
    await makeDirectory(directory);
  }
}

/**
 * Creates a directory and all missing ones above it. Node's own `recursive` never returns where the system creates no directory at
 * all, such as in `/proc`.
 * @param directory absolute path
 * @throws ENOTDIR if it is a file
 */
export async function makeDirectories(directory: string): Promise<void> {
  await makeDirectory(directory, parse(directory).root);
  await access(`${directory}/.`);
}

/** Failures that only another path or other permissions heal; a full or read-only disk heals while the process runs. */
const lastingFailures = new Map([
  ['ENOENT', 'cannot be created'],
  ['ENOTDIR', 'is not a directory'],
  ['ELOOP', 'is a symbolic link that leads back to itself'],
  ['ENAMETOOLONG', 'is too long'],
  ['EACCES', 'this user may not read and write'],
  ['EPERM', 'this user may not read and write'],
]);

/**
 * Creates a directory unless it exists.
 * @returns why it cannot store data, which completes "which …"; undefined if it can, or once its disk works again
 */
export async function reasonNotToStore(directory: string): Promise<string | undefined> {
  try {
    await makeDirectories(directory);
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return lastingFailures.get((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * Removes other users' permissions from everything in the data directory, also from files of earlier versions. Symbolic links are
 * not followed: their targets are shared on purpose. Never throws; failures are logged.
 */
export function makePrivate(directory: string, log: Log): void {
  try {
    if (statSync(directory).mode & stickyBit) {
      log.warn('DATA_DIR is a directory that several users share; use a separate one for the site', { directory });
      return;
    }
  } catch (error) {
    log.warn('DATA_DIR cannot be read', { directory, error });
    return;
  }
  const failures: { path: string; error: unknown }[] = [];
  const attempt = (path: string, change: () => void) => {
    try {
      change();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failures.push({ path, error });
    }
  };
  const closeDirectory = (path: string) => {
    attempt(path, () => restrict(path, statSync(path).mode, privateDirectoryMode));
    attempt(path, () => {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const inner = join(path, entry.name);
        if (entry.isDirectory()) closeDirectory(inner);
        else if (entry.isFile()) attempt(inner, () => restrict(inner, lstatSync(inner).mode, privateFileMode));
      }
    });
  };
  closeDirectory(directory);
  const [first] = failures;
  if (first)
    log.warn('other users of this machine may read data of visitors: permissions could not be changed', {
      paths: failures.length,
      ...first,
    });
}

function restrict(path: string, mode: number, wanted: number): void {
  if (mode & othersMask) chmodSync(path, wanted);
}
