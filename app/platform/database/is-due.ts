import { type RawBuilder, sql } from 'kysely';

type Time = string | RawBuilder<string>;

/**
 * Selects rows whose time is reached, or further ahead than anything is scheduled, as written by a clock that was ahead.
 * @param latest the latest time that can be scheduled
 */
export function isDue(column: string, now: Time, latest: Time) {
  return sql<boolean>`(${sql.ref(column)} <= ${now} OR ${sql.ref(column)} > ${latest})`;
}
