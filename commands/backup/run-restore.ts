import { once } from 'node:events';
import { connect } from 'node:net';
import { createClockCheck } from '../../app/features/submissions/records/clock-check.ts';
import { createErasures } from '../../app/features/submissions/records/erasures.ts';
import { SubmissionStore } from '../../app/features/submissions/records/submission-store.ts';
import type { Clock } from '../../app/platform/clock/clock.ts';
import { readMigrations } from '../../app/platform/database/migrations.ts';
import type { FileStore } from '../../app/platform/files/file-store.ts';
import { createLog } from '../../app/platform/log/log.ts';
import type { Configuration } from '../../app/server/config.ts';
import { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import { count } from '../terminal/count.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { digestOf } from './copy-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { contentsOf, engineOf } from './run-backup.ts';

/**
 * `npm run restore`: restores a backup, migrates it to this version's schema, and repeats the erasures.
 * @param command absolute paths of the backup and of the newest ledger of erasures
 * @param notify receives problems that are not part of the report
 * @returns the report, and one line for each résumé that is missing or differs from the upload
 * @throws RefusedError when the restore is impossible
 */
export async function runRestore(
  command: { from: string; ledger: string | undefined },
  configuration: Configuration,
  { clock, notify }: { clock: Clock; notify: (line: string) => void },
): Promise<{ text: string; faults: readonly string[] }> {
  await requireNoServer(configuration);
  const { dataDirectory } = configuration;
  const database = engineOf(configuration);
  const knownMigrations = (await readMigrations(database.kind)).map(({ name }) => name);
  const { manifest, laterErasures } = await restoreBackup({ ...command, dataDirectory, database, knownMigrations });

  await using adapters = createSubmissionAdapters(configuration);
  // The backed-up servers would count as running.
  await adapters.database.db.deleteFrom('content_instances').execute();
  const store = new SubmissionStore({ ...adapters, clock, acknowledge: configuration.acknowledge });
  const log = createLog({ level: 'warn', clock, write: (line) => notify(line.trimEnd()) });
  const { erasures, ...removed } = await createErasures({ ...adapters, store, clock, log }).repeatAll();
  const faults = await findDamagedResumes(adapters.files, store);
  const { isPlausible } = await createClockCheck({ ...adapters, clock }).read();
  const parts = [count(removed.records, 'record'), count(removed.resumes, 'resume'), count(removed.mails, 'mail')];
  const text = [
    `Restored the backup of ${manifest.taken_at}: ${contentsOf(manifest)}.`,
    laterErasures > 0
      ? `Repeated ${count(erasures, 'erasure')}; ${count(laterErasures, 'erasure')} since the backup.`
      : `Repeated ${count(erasures, 'erasure')}; no ledger contains a later one. If you erased people since the backup, restore again into an empty DATA_DIR with --erasures, or erase them again.`,
    `The erasures removed ${parts.join(', ')}.`,
    'The next start sends the mail that was in the queue at the time of the backup, with the same Message-ID.',
  ];
  if (!isPlausible)
    text.push('The backup is more than four days old: if the clock is right, run "npm run inbox -- confirm-clock".');
  return { text: `${text.join('\n')}\n`, faults };
}

/** Reads every résumé. @returns one line for each that is missing or differs from its record */
async function findDamagedResumes(files: Pick<FileStore, 'content'>, store: SubmissionStore): Promise<string[]> {
  const faults: string[] = [];
  for await (const page of store.pages({}))
    for (const { id, resume } of page) {
      if (!resume) continue;
      const digest = await digestOf(files.content(resume.file)).catch(() => undefined);
      if (digest?.sha256 !== resume.sha256)
        faults.push(`the resume of ${id} ${digest ? 'differs from the upload' : 'is missing'}`);
    }
  return faults;
}

/** Loopback addresses to connect to in place of the unspecified ones. */
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** @throws RefusedError when a program listens on the site's host and port */
async function requireNoServer({ host, port }: Pick<Configuration, 'host' | 'port'>): Promise<void> {
  const socket = connect({ host: reachable[host] ?? host, port });
  const isRunning = await once(socket, 'connect', { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );
  socket.destroy();
  if (isRunning)
    throw new RefusedError(
      `A server listens on port ${port} of ${host}; stop the site before a restore. If it is another program, set PORT to the site's`,
    );
}
