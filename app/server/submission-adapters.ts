import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSharedLedger } from '../features/submissions/records/erasure-ledger.ts';
import { createResumePieces, type ResumeStore } from '../features/submissions/records/resume-pieces.ts';
import type { SubmissionTables } from '../features/submissions/records/tables.ts';
import { createDatabase } from '../platform/database/database.ts';
import { hasMigrations } from '../platform/database/postgres.ts';
import { dataNames } from '../platform/files/data-directory.ts';
import { createFileStore } from '../platform/files/file-store.ts';
import { createJournal } from '../platform/files/journal.ts';
import { createEmlMailer } from '../platform/mail/eml-directory.ts';
import { createSmtpMailer } from '../platform/mail/smtp.ts';
import type { Configuration } from './config.ts';

/** How long the server waits for a command that writes, ms; its visitor is then asked to try again. */
export const serverBusyMs = 2000;

const databaseFile = ({ dataDirectory }: Pick<Configuration, 'dataDirectory'>) =>
  join(dataDirectory, dataNames.database);

/**
 * Returns what is missing if the site has not created its database yet; undefined if it exists.
 * @throws Error with code `EACCES` if this user may not look for the file
 */
export async function missingDatabase({
  dataDirectory,
  databaseUrl,
}: Pick<Configuration, 'dataDirectory' | 'databaseUrl'>): Promise<string | undefined> {
  if (databaseUrl !== undefined)
    return (await hasMigrations(databaseUrl))
      ? undefined
      : 'The database of DATABASE_URL has no tables of the site; set DATABASE_URL to that of the site, which makes them at its first start';
  const file = databaseFile({ dataDirectory });
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw error;
  });
  return found
    ? undefined
    : `There is no database ${file}; set DATA_DIR to that of the site, which makes it at its first start`;
}

/**
 * Creates the configured database, file store and mailer of submissions, for the server and for commands, which work on the
 * same data at the same time. With PostgreSQL, résumés and the ledger of erasures are in the database. Nothing is opened or
 * written before its first use. The server closes them one by one, a command disposes of them.
 * @param options.busyMs how long SQLite waits for another writing process, ms; as long as a command does by default
 */
export function createSubmissionAdapters(
  { dataDirectory, databaseUrl, smtpUrl }: Configuration,
  { busyMs }: { busyMs?: number } = {},
) {
  const mailFiles = createEmlMailer(join(dataDirectory, dataNames.mail));
  const database = createDatabase<SubmissionTables>({
    url: databaseUrl,
    file: databaseFile({ dataDirectory }),
    busyMs,
  });
  const disk = createFileStore({
    directory: join(dataDirectory, dataNames.resumes),
    incoming: join(dataDirectory, dataNames.incoming),
  });
  const files: ResumeStore = database.isShared ? createResumePieces({ database, disk }) : disk;
  const journal = createJournal(join(dataDirectory, dataNames.erasures));
  const mailer = smtpUrl === undefined ? mailFiles : createSmtpMailer(smtpUrl);
  return {
    database,
    files,
    mailer,
    mailFiles,
    ledger: database.isShared ? createSharedLedger(database, journal) : journal,
    async [Symbol.asyncDispose]() {
      await Promise.all([database.close(), mailer.close()]);
    },
  };
}
