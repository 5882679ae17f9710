import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slugHistoryFile } from '../../app/content/slug-history.ts';
import type { Clock } from '../../app/platform/clock/clock.ts';
import { dataNames, isWithin } from '../../app/platform/files/data-directory.ts';
import { ignoreMissing, writeWhole } from '../../app/platform/files/file-store.ts';
import { makeDirectories } from '../../app/platform/files/private-directory.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { copyFile, digestFile } from './copy-file.ts';
import type { BackupEngine, Snapshot } from './engine.ts';
import {
  type BackedUpFile,
  type BackedUpFolder,
  backedUpFolders,
  databaseFile,
  type Manifest,
  manifestName,
} from './manifest.ts';

interface BackupOptions {
  /** Absolute path of a missing or empty folder. */
  readonly to: string;
  readonly dataDirectory: string;
  readonly database: BackupEngine;
  readonly clock: Clock;
}

/**
 * Backs up a site, with or without a running server: a snapshot of the database, then each file that it refers to, then the ledger
 * of erasures, which so includes every erasure since the snapshot. The manifest comes last.
 * @returns its manifest, and one fault for each résumé of an existing record that is missing or differs from the upload
 * @throws RefusedError when the backup is impossible; nothing is left behind
 */
export async function takeBackup(options: BackupOptions) {
  const { to, dataDirectory } = options;
  if (isWithin(dataDirectory, to))
    throw new RefusedError(
      `${to} is within DATA_DIR (${dataDirectory}), with which the backup would be lost; name a folder outside it, on another disk if possible`,
    );
  const present = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') return ignoreMissing(error);
    throw new RefusedError(
      `${to} is a file, or below one; backup takes a folder that does not exist yet or is empty, such as one with the date`,
    );
  });
  if (present && present.length > 0)
    throw new RefusedError(`${to} is not empty; name a folder that does not exist yet, such as one with the date`);
  await makeDirectories(to);
  try {
    return await writeBackup(options);
  } catch (error) {
    await Promise.all((await readdir(to)).map((name) => rm(join(to, name), { recursive: true })));
    if (present === undefined) await rm(to, { recursive: true });
    throw error;
  }
}

async function writeBackup({ to, dataDirectory, database, clock }: BackupOptions) {
  const files: BackedUpFile[] = [];
  const faults: string[] = [];
  for (const folder of backedUpFolders) await mkdir(join(to, folder), { mode: 0o700 });
  /** @returns undefined where there is no such file */
  async function copy(folder: BackedUpFolder, name: string): Promise<BackedUpFile | undefined> {
    const digest = await copyFile(join(dataDirectory, folder, name), join(to, folder, name)).catch(ignoreMissing);
    if (!digest) return undefined;
    const file = { path: `${folder}/${name}`, ...digest };
    files.push(file);
    return file;
  }

  const takenAt = clock.now();
  const file = databaseFile[database.kind];
  const dump = join(to, file);
  await writeFile(dump, '', { flag: 'wx', mode: 0o600 });
  const snapshot = await database.dump(dump);
  requireSameRows(snapshot, await database.verify(dump));
  files.push({ path: file, ...(await digestFile(dump)) });

  for (const { file, sha256 } of snapshot.resumes) {
    const copied = await copy(dataNames.resumes, file);
    if (copied?.sha256 === sha256) continue;
    // An erasure or housekeeping may have removed it with its record since the snapshot.
    if (!copied && !(await database.isReferenced(file))) continue;
    faults.push(`${dataNames.resumes}/${file} ${copied ? 'differs from the upload' : 'is missing'}`);
  }
  const mails = new Set(snapshot.mails.map((id) => `${id}.eml`));
  for (const name of await namesIn(join(dataDirectory, dataNames.mail)))
    if (mails.has(name)) await copy(dataNames.mail, name);
  for (const name of await namesIn(join(dataDirectory, dataNames.erasures)))
    if (name.endsWith('.json')) await copy(dataNames.erasures, name);

  await copy(dataNames.slugs, slugHistoryFile);

  const manifest: Manifest = {
    format: 1,
    taken_at: takenAt.toISOString(),
    engine: database.kind,
    migrations: [...snapshot.migrations],
    rows: { ...snapshot.rows },
    files,
  };
  await writeWhole(to, manifestName, [Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)]);
  return { manifest, faults };
}

const namesIn = async (directory: string) => (await readdir(directory).catch(ignoreMissing)) ?? [];

/** @throws RefusedError when the copy lacks rows */
function requireSameRows({ rows }: Snapshot, written: Readonly<Record<string, number>>): void {
  for (const table of new Set([...Object.keys(rows), ...Object.keys(written)]))
    if (rows[table] !== written[table])
      throw new RefusedError(
        `The copy of the database is incomplete: ${table} has ${written[table] ?? 'no'} rows of ${rows[table] ?? 'none'}. Check the disk and try again`,
      );
}
