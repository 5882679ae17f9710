import { sql } from 'kysely';
import { isoAfter } from '../../shared/iso-time.ts';

/**
 * Selects rows whose scheduled time is reached, or is further ahead than anything is ever scheduled: it was written while the clock was
 * ahead, and the row would otherwise wait until that time.
 * @param maxAheadMs maximum distance of a scheduled time
 */
export function isDue(column: string, now: Date, maxAheadMs: number) {
  const ahead = isoAfter(now, maxAheadMs);
  return sql<boolean>`(${sql.ref(column)} <= ${now.toISOString()} OR ${sql.ref(column)} > ${ahead})`;
}
