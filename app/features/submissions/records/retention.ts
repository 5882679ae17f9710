import { type SubmissionKind, submissionKinds } from '../../../shared/forms/site-forms.ts';
import { dayMs, isoAfter } from '../../../shared/iso-time.ts';
import type { Submission } from './submission.ts';
import type { ExpiryRule } from './submission-store.ts';
import { type SubmissionStatus, submissionStatuses } from './tables.ts';

/** Days for which a record is retained after its receipt; undefined: until it is erased. */
export type RetentionDays = Readonly<Record<SubmissionKind, number | undefined>>;

/** Maximum retention of spam (Ruling 26), which is never longer than that of other records. */
const spamDays = 30;

/**
 * Returns the retention of records of a kind and status, ms; Infinity where there is no limit. For a kind without a form in this release
 * it is the shortest one.
 */
function retentionMs(kind: SubmissionKind | undefined, status: SubmissionStatus, days: RetentionDays): number {
  const limits = kind !== undefined && kind in days ? [days[kind]] : Object.values(days);
  const ofKind = Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
  return dayMs * (status === 'spam' ? Math.min(spamDays, ofKind) : ofKind);
}

/** Returns the rules by which records are removed: one for each kind and status whose retention has a limit. */
export const expiryRules = (days: RetentionDays, now: Date): ExpiryRule[] =>
  [...submissionKinds, undefined].flatMap((kind) =>
    submissionStatuses.flatMap((status) => {
      const ms = retentionMs(kind, status, days);
      return ms === Number.POSITIVE_INFINITY ? [] : [{ kind, status, receivedBefore: isoAfter(now, -ms) }];
    }),
  );

/** Returns the time before which all records are past their retention; undefined where a kind has no limit. */
export function allExpiredBefore(days: RetentionDays, now: Date): Date | undefined {
  const max = Math.max(...Object.values(days).map((ofKind) => ofKind ?? Number.POSITIVE_INFINITY));
  return max === Number.POSITIVE_INFINITY ? undefined : new Date(now.getTime() - max * dayMs);
}

/** Returns when a record is removed, provided the company has been notified by then; undefined where it is never removed. */
export function retainedUntil({ kind, status, receivedAt }: Submission, days: RetentionDays): Date | undefined {
  const ms = retentionMs(kind, status, days);
  return ms === Number.POSITIVE_INFINITY ? undefined : new Date(new Date(receivedAt).getTime() + ms);
}
