import { join } from 'node:path';
import type { SubmissionTables } from '../features/submissions/records/tables.ts';
import { createDatabase } from '../platform/database/database.ts';
import { createFileStore } from '../platform/files/file-store.ts';
import { createJournal } from '../platform/files/journal.ts';
import { createEmlMailer } from '../platform/mail/eml-directory.ts';
import { createSmtpMailer } from '../platform/mail/smtp.ts';
import type { Configuration } from './config.ts';

/**
 * The configured database, files and mail of submissions: for the server and for the inbox command, which
 * work on the same data at the same time. Nothing is opened or written before it is used.
 */
export function createSubmissionAdapters({ dataDirectory, databaseUrl, smtpUrl }: Configuration) {
  const mailFiles = createEmlMailer(join(dataDirectory, 'mail'));
  return {
    database: createDatabase<SubmissionTables>({ url: databaseUrl, file: join(dataDirectory, 'intake.sqlite') }),
    files: createFileStore({ directory: join(dataDirectory, 'resumes'), incoming: join(dataDirectory, 'incoming') }),
    mailer: smtpUrl === undefined ? mailFiles : createSmtpMailer(smtpUrl),
    mailFiles,
    ledger: createJournal(join(dataDirectory, 'erasures')),
  };
}
