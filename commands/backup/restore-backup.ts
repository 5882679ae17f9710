import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dataNames, restoringPrefix } from '../../app/platform/files/data-directory.ts';
import { ignoreMissing, syncDirectory } from '../../app/platform/files/file-store.ts';
import { makeDirectories } from '../../app/platform/files/private-directory.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { copyFile, digestFile } from './copy-file.ts';
import type { BackupEngine } from './engine.ts';
import { type BackedUpFolder, backedUpFolders, databaseFile, type Manifest, readManifest } from './manifest.ts';

interface RestoreOptions {
  readonly from: string;
  /** Absolute path of a ledger with later erasures than the backup's. */
  readonly ledger: string | undefined;
  readonly dataDirectory: string;
  readonly database: BackupEngine;
  /** Names of this version's migrations. */
  readonly knownMigrations: readonly string[];
}

/** Allowed contents of the data directory: a newer ledger, and a folder that new file systems contain. */
const mayBePresent = [dataNames.erasures, 'lost+found'];

/**
 * Restores a backup into an empty data directory (and, with PostgreSQL, an empty database). Compares the whole backup with its
 * manifest before writing anything. Merges the ledgers of erasures, so that no entry is lost.
 * @returns the manifest, and the number of erasures since the backup was taken
 * @throws RefusedError when the restore is impossible; the data directory is then unchanged
 */
export async function restoreBackup(options: RestoreOptions) {
  const { from, ledger, dataDirectory, database, knownMigrations } = options;
  const manifest = await readManifest(from);
  requireEngine(manifest, database);
  requireKnown(manifest, knownMigrations);
  await requireEmpty(dataDirectory);
  await database.requireUnused();
  await requireIntact(from, manifest);
  const dump = join(from, databaseFile[database.kind]);
  await database.verify(dump);
  const ledgers = [...(ledger === undefined ? [] : [ledger]), join(from, dataNames.erasures)];
  if (ledger !== undefined) await requireLedger(ledger);

  await makeDirectories(dataDirectory);
  const staging = await mkdtemp(join(dataDirectory, restoringPrefix));
  const placed: string[] = [];
  try {
    for (const folder of restoredFolders) {
      await mkdir(join(staging, folder), { mode: 0o700 });
      for (const name of namesOf(manifest, folder))
        await copyFile(join(from, folder, name), join(staging, folder, name));
    }
    for (const folder of restoredFolders) {
      placed.push(join(dataDirectory, folder));
      await rename(join(staging, folder), join(dataDirectory, folder));
    }
    await uniteLedgers(ledgers, join(dataDirectory, dataNames.erasures));
    await syncDirectory(dataDirectory);
    // Last, so that a server never finds a database before the files that it refers to.
    await database.load(dump);
  } catch (error) {
    await Promise.all(placed.map((path) => rm(path, { recursive: true, force: true })));
    throw error;
  } finally {
    await rm(staging, { recursive: true });
  }
  const backedUp = new Set(namesOf(manifest, dataNames.erasures));
  const present = await namesIn(join(dataDirectory, dataNames.erasures));
  return { manifest, laterErasures: present.filter((name) => !backedUp.has(name)).length };
}

/** Folders to restore; the ledger is merged instead. */
const restoredFolders = backedUpFolders.filter((folder) => folder !== dataNames.erasures);

/** @throws RefusedError when the directory is a file */
async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') return ignoreMissing(error);
    throw new RefusedError(`${directory} is a file, or below one; a ledger is the folder "erasures" of a DATA_DIR`);
  });
  return (names ?? []).filter((name) => name.endsWith('.json'));
}

const namesOf = ({ files }: Manifest, folder: BackedUpFolder) =>
  files.flatMap(({ path }) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));

function requireEngine({ engine }: Manifest, { kind }: BackupEngine): void {
  if (engine === kind) return;
  throw new RefusedError(
    engine === 'postgres'
      ? 'The backup is of PostgreSQL; set DATABASE_URL to the empty database that it goes to'
      : 'The backup is of SQLite; unset DATABASE_URL to restore it',
  );
}

/** Refuses backups of newer versions, whose tables this version would not keep consistent. */
function requireKnown({ migrations }: Manifest, known: readonly string[]): void {
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new RefusedError(
      `The backup is of a newer version of the site (${unknown.join(', ')}); restore it with that version or a later one`,
    );
}

async function requireEmpty(dataDirectory: string): Promise<void> {
  const names = (await readdir(dataDirectory).catch(ignoreMissing)) ?? [];
  const [name] = names.filter((entry) => !mayBePresent.includes(entry));
  if (name !== undefined)
    throw new RefusedError(
      `DATA_DIR (${dataDirectory}) is not empty: it holds "${name}". Move everything in it but "erasures" away, or set DATA_DIR to a new folder`,
    );
}

/** @throws RefusedError for the first file that is missing or has changed since the backup was taken */
async function requireIntact(from: string, { files }: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const digest = await digestFile(join(from, path)).catch(ignoreMissing);
    if (!digest) throw new RefusedError(`The backup is incomplete: ${join(from, path)} is missing`);
    if (digest.bytes !== bytes || digest.sha256 !== sha256)
      throw new RefusedError(`The backup is damaged: ${join(from, path)} is not the file that was backed up`);
  }
}

/** What each start of a site makes in its DATA_DIR. The ledger is made by the first erasure. */
const signsOfSite = [dataNames.database, dataNames.prepared];

async function requireLedger(directory: string): Promise<void> {
  if ((await namesIn(directory)).length > 0) return;
  const beside = (await readdir(dirname(directory)).catch(ignoreMissing)) ?? [];
  if (basename(directory) !== dataNames.erasures || !signsOfSite.some((name) => beside.includes(name)))
    throw new RefusedError(
      `--erasures is ${directory}, which holds no erasures; it takes the folder "erasures" of a DATA_DIR`,
    );
}

/** Adds missing entries; an entry never changes once it is written. */
async function uniteLedgers(from: readonly string[], to: string): Promise<void> {
  await makeDirectories(to);
  const present = new Set(await namesIn(to));
  for (const directory of from)
    for (const name of await namesIn(directory))
      if (!present.has(name)) {
        await copyFile(join(directory, name), join(to, name));
        present.add(name);
      }
}
