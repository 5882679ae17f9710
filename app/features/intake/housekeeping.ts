import type { Clock } from '../../platform/clock/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SubmissionStore } from './submission-store.ts';

/** Between the moment a résumé is kept and the commit of its record lie milliseconds; this is beyond all time limits. */
const unclaimedMs = 120_000;
/** Spam is kept so long (Ruling 26). */
const spamMs = 30 * 24 * 3_600_000;

interface HousekeepingOptions {
  readonly store: SubmissionStore;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes what a crash left over and what has been kept long enough, and raises an alarm for a record whose résumé is
 * missing: it was lost outside this program.
 */
export async function keepHouse({ store, files, clock, log }: HousekeepingOptions): Promise<void> {
  const swept = await files.sweep();
  if (swept > 0) log.warn('uploads that were broken off have been removed', { files: swept });

  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  // The files are listed first: one that is kept meanwhile is then not among those that no record names.
  const candidates = await files.listKeptBefore(before(unclaimedMs));
  const claimed = await store.resumeFiles();
  const unclaimed = candidates.filter((name) => !claimed.has(name));
  for (const name of unclaimed) await files.remove(name);
  if (unclaimed.length > 0) log.warn('resumes that no record names have been removed', { files: unclaimed.length });
  for (const [file, submission] of claimed) {
    if (!(await files.has(file))) log.error('the resume of a record is missing', { submission });
  }

  await store.forgetExpired();

  const oldest = before(spamMs).toISOString();
  const old = (await store.list({ status: 'spam' })).filter(({ receivedAt }) => receivedAt < oldest);
  if (old.length === 0) return;
  await store.remove(old.map(({ id }) => id));
  for (const { resume } of old) if (resume) await files.remove(resume.file);
  log.info('old spam has been removed', { records: old.length });
}
