import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
 * Creates the data directory at the start of the process and removes other users' permissions from everything in it, also from
 * files of earlier versions. Symbolic links are not followed: their targets are shared on purpose. Never throws; failures
 * are logged.
 */
export function makePrivate(directory: string, log: Log): void {
  try {
    mkdirSync(directory, { recursive: true, mode: privateDirectoryMode });
    if (statSync(directory).mode & stickyBit) {
      log.warn('DATA_DIR is a directory that several users share; use a separate one for the site', { directory });
      return;
    }
  } catch (error) {
    log.warn('DATA_DIR cannot be created or read', { directory, error });
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
