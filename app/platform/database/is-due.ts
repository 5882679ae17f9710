import { sql } from 'kysely';
import { isoAfter } from '../../shared/iso-time.ts';

/**
 * Selects rows whose time is reached, or further ahead than anything is scheduled, as written by a clock that was ahead.
 * @param maxAheadMs maximum distance of a scheduled time
 */
export function isDue(column: string, now: Date, maxAheadMs: number) {
  const ahead = isoAfter(now, maxAheadMs);
  return sql<boolean>`(${sql.ref(column)} <= ${now.toISOString()} OR ${sql.ref(column)} > ${ahead})`;
}
