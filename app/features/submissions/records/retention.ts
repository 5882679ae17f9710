import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { dayMs } from '../../../shared/iso-time.ts';
import type { Submission } from './submission.ts';
import type { SubmissionStatus } from './tables.ts';

/** Days that a record is kept from when it came in; undefined: until it is erased. */
export type RetentionDays = Readonly<Record<SubmissionKind, number | undefined>>;

/** Spam is kept so long (Ruling 26), and no longer than what is none. */
const spamDays = 30;

/** How long records of a kind and status are kept, ms; Infinity where nothing ends it. */
export function retentionMs(kind: SubmissionKind, status: SubmissionStatus, days: RetentionDays): number {
  const ofKind = days[kind] ?? Number.POSITIVE_INFINITY;
  return dayMs * (status === 'spam' ? Math.min(spamDays, ofKind) : ofKind);
}

/** What is older than this belongs to no record that is still kept; undefined where a kind is kept without end. */
export function maxRetentionMs(days: RetentionDays): number | undefined {
  const longest = Math.max(...Object.values(days).map((ofKind) => ofKind ?? Number.POSITIVE_INFINITY));
  return longest === Number.POSITIVE_INFINITY ? undefined : longest * dayMs;
}
/** When a record is removed, provided the company has been notified by then; undefined where it is never removed. */
export function keptUntil({ kind, status, receivedAt }: Submission, days: RetentionDays): Date | undefined {
  const ms = retentionMs(kind, status, days);
  return ms === Number.POSITIVE_INFINITY ? undefined : new Date(new Date(receivedAt).getTime() + ms);
}
