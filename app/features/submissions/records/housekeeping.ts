import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { isoAfter } from '../../../shared/iso-time.ts';
import type { PrivacyRequests } from '../privacy/privacy-requests.ts';
import type { ClockCheck } from './clock-check.ts';
import type { Erasures } from './erasures.ts';
import type { PendingResumes } from './pending-resumes.ts';
import { addRemovals, nothingRemoved, type RecordStorage, removeSubmissions } from './remove-submissions.ts';
import { allExpiredBefore, expiryRules, type RetentionDays } from './retention.ts';

/** A record is committed milliseconds after its résumé is stored; this is beyond all timeouts. */
const unclaimedMs = 120_000;
/** Records removed per transaction, which blocks other writers. */
const portion = 200;
/** Records that one line of the log names. */
const maxNamed = 20;

interface HousekeepingOptions extends RecordStorage {
  readonly erasures: Erasures;
  readonly privacyRequests: Pick<PrivacyRequests, 'list' | 'removeExpired'>;
  readonly pendingResumes: PendingResumes;
  readonly clockCheck: ClockCheck;
  readonly retentionDays: RetentionDays;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes leftovers of crashes and records past their retention, and logs résumés without a record and records without their
 * résumé. A problem that persists is logged once, not at each run.
 */
export function createHousekeeping(options: HousekeepingOptions): { run(): Promise<void> } {
  const { store, files, erasures, clockCheck, retentionDays, clock, log } = options;
  let wasPlausible = true;
  const isNewlyMissing = createNewItemDetector();
  const isNewlyUnknown = createNewItemDetector();
  const isNewlyLate = createNewItemDetector();

  /** @returns whether records may be erased by this clock */
  async function checkClock(): Promise<boolean> {
    const { now, lastKnown, isPlausible } = await clockCheck.advance();
    if (!isPlausible && wasPlausible)
      log.error(
        'the clock is days away from the last known time: nothing is erased by age until it is right, or npm run inbox -- confirm-clock',
        { clock: now.toISOString(), lastKnown: lastKnown?.toISOString() },
      );
    if (isPlausible && !wasPlausible) log.info('the clock is plausible again; records are erased by age');
    wasPlausible = isPlausible;
    return isPlausible;
  }

  /** Compares the stored résumés with those that records name. */
  async function checkResumes(): Promise<void> {
    // The files are listed first, so that the record of a file that is stored meanwhile is found below.
    const present = await files.list();
    const adopted = await files.adopt?.(await store.resumeFiles());
    if (adopted) log.info('resumes of an earlier version have been moved into the database', { files: adopted });
    const pending = await options.pendingResumes.all();
    const claimed = await store.resumeFiles();

    const unknown: string[] = [];
    for (const file of present)
      if (!claimed.has(file) && !pending.has(file) && (await files.has(file))) unknown.push(file);
    if (isNewlyUnknown(unknown))
      log.error('resumes belong to no record of this database and are left alone: is it the right one?', {
        files: unknown.length,
        of: present.size,
      });

    const missing: string[] = [];
    for (const [file, submission] of claimed)
      if (!present.has(file) && !(await files.has(file)) && (await store.has(submission))) missing.push(submission);
    if (isNewlyMissing(missing))
      log.error('the resumes of records are missing', {
        records: missing.length,
        submissions: missing.slice(0, maxNamed),
      });
  }

  async function checkPrivacyRequests(): Promise<void> {
    const open = await options.privacyRequests.list({ isOpen: true });
    const late = open.filter(({ state }) => state === 'overdue').map(({ id }) => id);
    if (isNewlyLate(late))
      log.error('privacy requests are overdue: npm run inbox -- request list', {
        requests: late.length,
        ids: late.slice(0, maxNamed),
      });
  }

  return {
    async run() {
      const isPlausible = await checkClock();
      await erasures.repeat(isPlausible ? allExpiredBefore(retentionDays, clock.now()) : undefined);
      if (isPlausible) await removeExpired(options);

      const swept = await files.sweep();
      if (swept > 0) log.warn('uploads that were broken off have been removed', { files: swept });
      if (isPlausible) await removeAbandoned(options);
      await checkResumes();
      await checkPrivacyRequests();
      if (isPlausible) await store.forgetExpired();
    },
  };
}

/** @returns a function that reports whether a list has an item that was missing at the previous call */
function createNewItemDetector(): (items: readonly string[]) => boolean {
  let known: ReadonlySet<string> = new Set();
  return (items) => {
    const hasNew = items.some((item) => !known.has(item));
    known = new Set(items);
    return hasNew;
  };
}

/** Removes the résumés of submissions whose record was never stored because of a crash or a failed commit. */
async function removeAbandoned({ files, pendingResumes, clock, log }: HousekeepingOptions): Promise<void> {
  const abandoned = await pendingResumes.abandon(isoAfter(clock.now(), -unclaimedMs));
  let removed = 0;
  for (const file of abandoned) {
    if (await files.has(file)) removed += 1;
    await files.remove(file);
    await pendingResumes.remove(file);
  }
  if (removed > 0) log.warn('resumes whose record was never stored have been removed', { files: removed });
}

/** Removes records, requests and mail files past their retention; logs numbers only. */
async function removeExpired(options: HousekeepingOptions): Promise<void> {
  const { store, mailFiles, erasures, retentionDays, clock, log } = options;
  let waiting = 0;
  for (const rule of expiryRules(retentionDays, clock.now())) {
    const { kind, status } = rule;
    let removed = nothingRemoved;
    let expired = await store.listExpired(rule, portion);
    while (expired.length > 0) {
      removed = addRemovals(removed, await removeSubmissions(expired, options));
      expired = await store.listExpired(rule, portion);
    }
    if (removed.records > 0) log.info('records older than their retention were deleted', { kind, status, ...removed });
    waiting += await store.countExpiredUndelivered(rule);
  }
  if (waiting > 0)
    log.warn('records are retained longer, because their mail has not been delivered; retry it or erase them', {
      records: waiting,
    });

  const requests = await options.privacyRequests.removeExpired();
  if (requests > 0) log.info('privacy requests older than their retention were deleted', { requests });

  const before = allExpiredBefore(retentionDays, clock.now());
  if (before === undefined) return;
  const leftOver = await mailFiles.erase(await mailFiles.listWrittenBefore(before));
  if (leftOver.size > 0) log.info('mail files older than their retention were deleted', { files: leftOver.size });
  await erasures.forgetBefore(before);
}
