import { join } from 'node:path';
import type { Clock } from '../../app/platform/clock/clock.ts';
import { dataNames } from '../../app/platform/files/data-directory.ts';
import type { Configuration } from '../../app/server/config.ts';
import { count } from '../terminal/count.ts';
import { requireDatabase } from '../terminal/require-database.ts';
import type { BackupEngine } from './engine.ts';
import type { Manifest } from './manifest.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import { createSqliteEngine } from './sqlite-engine.ts';
import { takeBackup } from './take-backup.ts';

/** Chooses the database like the server. */
export const engineOf = ({ databaseUrl, dataDirectory }: Configuration): BackupEngine =>
  databaseUrl === undefined
    ? createSqliteEngine(join(dataDirectory, dataNames.database))
    : createPostgresEngine(databaseUrl);

/**
 * Takes a backup and describes it for its operator. @throws RefusedError when the backup is impossible
 * @returns the report, and one line for each file that is missing or damaged on the site and so in the backup
 */
export async function runBackup(to: string, configuration: Configuration, clock: Clock) {
  await requireDatabase(configuration);
  const { dataDirectory } = configuration;
  const { manifest, faults } = await takeBackup({ to, dataDirectory, database: engineOf(configuration), clock });
  const megabytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const text = [
    `Backed up to ${to}: ${contentsOf(manifest)}, ${megabytes.toFixed(1)} MB.`,
    `Verified: every row of the database and the SHA-256 of ${count(manifest.files.length, 'file')}, read back.`,
    'It contains personal data: give access only to people who may read the inbox.',
  ];
  return { text: `${text.join('\n')}\n`, faults };
}

/** Describes a backup's contents, such as "12 records, 3 resumes, 1 mail file, 1 erasure". */
export function contentsOf({ rows, files }: Manifest): string {
  const inFolder = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  const resumes = inFolder(dataNames.resumes);
  return [
    count(rows.submissions ?? 0, 'record'),
    // With PostgreSQL the folder has only those that an earlier version stored; "0 resumes" would read as a loss.
    ...(resumes > 0 || rows.resume_pieces === undefined ? [count(resumes, 'resume')] : []),
    ...(rows.resume_pieces ? ['resumes in the dump'] : []),
    count(inFolder(dataNames.mail), 'mail file'),
    count(inFolder(dataNames.erasures), 'erasure'),
  ].join(', ');
}
