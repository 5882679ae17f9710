import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { submissionKinds } from '../intake.ts';
import type { Erasures } from './erasures.ts';
import { addRemovals, type Keeping, nothingRemoved, removeSubmissions } from './remove-submissions.ts';
import { longestRetentionMs, type RetentionDays, retentionMs } from './retention.ts';
import { submissionStatuses } from './tables.ts';

/** Between the moment a résumé is kept and the commit of its record lie milliseconds; this is beyond all time limits. */
const unclaimedMs = 120_000;
/** Records that are removed in one go: so long others wait for the database. */
const portion = 200;

interface HousekeepingOptions extends Keeping {
  readonly erasures: Erasures;
  readonly retentionDays: RetentionDays;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes what a crash left over and what has been kept long enough, and raises an alarm for a record whose résumé is
 * missing: it was lost outside this program.
 */
export async function keepHouse(options: HousekeepingOptions): Promise<void> {
  const { store, files, erasures, clock, log } = options;
  await erasures.repeat();
  await removeExpired(options);

  const swept = await files.sweep();
  if (swept > 0) log.warn('uploads that were broken off have been removed', { files: swept });

  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  // The files are listed first: one that is kept meanwhile is then not among those that no record names.
  const candidates = await files.listKeptBefore(before(unclaimedMs));
  const claimed = await store.resumeFiles();
  const unclaimed = candidates.filter((name) => !claimed.has(name));
  // A crash leaves a few. Where most belong to nobody, the database is not the one they were kept with.
  if (unclaimed.length * 2 > candidates.length) {
    log.error('most resumes belong to no record of this database and are left alone: is it the right one?', {
      files: unclaimed.length,
      of: candidates.length,
    });
  } else if (unclaimed.length > 0) {
    for (const name of unclaimed) await files.remove(name);
    log.warn('resumes that no record names have been removed', { files: unclaimed.length });
  }
  for (const [file, submission] of claimed) {
    if (!(await files.has(file))) log.error('the resume of a record is missing', { submission });
  }

  await store.forgetExpired();
}

/** Ends what has been kept long enough, and tells of it in numbers only. */
async function removeExpired(options: HousekeepingOptions): Promise<void> {
  const { store, mailFiles, erasures, retentionDays, clock, log } = options;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  let waiting = 0;
  for (const kind of submissionKinds) {
    for (const status of submissionStatuses) {
      const keptMs = retentionMs(kind, status, retentionDays);
      if (keptMs === Number.POSITIVE_INFINITY) continue;
      const rule = { kind, status, receivedBefore: before(keptMs).toISOString() };
      let removed = nothingRemoved;
      for (let records = portion; records === portion; ) {
        const removal = await removeSubmissions(await store.listExpired(rule, portion), options);
        removed = addRemovals(removed, removal);
        records = removal.records;
      }
      if (removed.records > 0)
        log.info('records that were kept long enough have been removed', { kind, status, ...removed });
      waiting += await store.countExpiredUndelivered(rule);
    }
  }
  if (waiting > 0)
    log.warn('records are kept longer, for their mail has not been delivered; retry it or erase them', {
      records: waiting,
    });

  const longestMs = longestRetentionMs(retentionDays);
  if (longestMs === undefined) return;
  const leftOver = await mailFiles.erase(await mailFiles.listWrittenBefore(before(longestMs)));
  if (leftOver.size > 0) log.info('mail files that were kept long enough have been removed', { files: leftOver.size });
  await erasures.forgetBefore(before(longestMs));
}
