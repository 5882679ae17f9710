import { chmodSync, constants, type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import type { Log } from '../log/log.ts';

const privateFileMode = 0o600;
const privateDirectoryMode = 0o700;
/** Permissions of a group and of others. */
const othersMask = 0o077;

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
 * Creates a directory and all missing ones above it. Node's `recursive` never returns where none can be created, as in `/proc`.
 * @param directory absolute path @throws ENOTDIR if it is a file
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

/** Creates a directory unless it exists. @returns why it will not store data, which completes "which …"; undefined if it may */
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
 * Removes other users' permissions from the data directory and from everything that the site stores there, also from files of earlier
 * versions. A directory that contains anything else, such as a home directory or `/var/lib`, keeps its own permissions, and so do
 * the other entries: other programs need them. Links are neither followed nor changed: what they lead to is shared on purpose. Never throws;
 * failures are logged.
 * @param isOwn whether the site stores an entry of this name
 */
export function makePrivate(directory: string, isOwn: (name: string) => boolean, log: Log): void {
  const failures: { path: string; error: unknown }[] = [];
  const attempt = (path: string, change: () => void) => {
    try {
      change();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failures.push({ path, error });
    }
  };
  const close = (path: string, entry: Dirent) => {
    if (entry.isDirectory()) closeDirectory(path);
    else if (entry.isFile()) attempt(path, () => closeFile(path));
  };
  const closeDirectory = (path: string) => {
    attempt(path, () => restrict(path, statSync(path).mode, privateDirectoryMode));
    attempt(path, () => {
      for (const entry of readdirSync(path, { withFileTypes: true })) close(join(path, entry.name), entry);
    });
  };
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    log.warn('DATA_DIR cannot be read', { directory, error });
    return;
  }
  const foreign = entries.find(({ name }) => !isOwn(name));
  if (foreign)
    log.warn('DATA_DIR contains files of other programs; use a separate directory for the site', {
      directory,
      file: foreign.name,
    });
  else attempt(directory, () => restrict(directory, statSync(directory).mode, privateDirectoryMode));
  for (const entry of entries) if (isOwn(entry.name)) close(join(directory, entry.name), entry);
  const [first] = failures;
  if (first)
    log.warn('other users of this machine may read data of visitors: permissions could not be changed', {
      paths: failures.length,
      ...first,
    });
}

function closeFile(path: string): void {
  const { mode, nlink } = lstatSync(path);
  // A link to a file of the content, which other users may have to read.
  if (nlink === 1) restrict(path, mode, privateFileMode);
}

function restrict(path: string, mode: number, wanted: number): void {
  if (mode & othersMask) chmodSync(path, wanted);
}
