import { sql } from 'kysely';
import { isoAfter } from '../../shared/iso-time.ts';

/**
 * Whether a stored time has come, or is further ahead than anything is scheduled: the clock was ahead when it was written, and has been
 * set back since. Otherwise the row would wait until the clock is there again.
 * @param maxAheadMs how far ahead a time is scheduled at most
 */
export function hasCome(column: string, now: Date, maxAheadMs: number) {
  const ahead = isoAfter(now, maxAheadMs);
  return sql<boolean>`(${sql.ref(column)} <= ${now.toISOString()} OR ${sql.ref(column)} > ${ahead})`;
}
