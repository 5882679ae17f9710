import type { Clock } from '../../../platform/clock/clock.ts';
import { dayMs } from '../../../shared/iso-time.ts';
import type { SubmissionDatabase } from './tables.ts';

/** Maximum distance of the clock from the last known time: covers a weekend without the server. */
const maxClockStepDays = 4;

/** The clock compared with the last known time. */
export interface ClockState {
  readonly now: Date;
  /** Undefined before housekeeping first ran. */
  readonly lastKnown: Date | undefined;
  /** Whether records may be erased by this clock. */
  readonly isPlausible: boolean;
}

export type ClockCheck = ReturnType<typeof createClockCheck>;

/** Compares the clock with the time of the last housekeeping, in the database: a wrong clock must not erase records before their time. */
export function createClockCheck({ database: { db }, clock }: { database: SubmissionDatabase; clock: Clock }) {
  /** Compares the clock with the last known time; changes nothing. */
  async function read(): Promise<ClockState> {
    const row = await db.selectFrom('known_time').select('known_at').where('id', '=', 1).executeTakeFirst();
    const now = clock.now();
    if (!row) return { now, lastKnown: undefined, isPlausible: true };
    const lastKnown = new Date(row.known_at);
    const isPlausible = Math.abs(now.getTime() - lastKnown.getTime()) <= maxClockStepDays * dayMs;
    return { now, lastKnown, isPlausible };
  }

  async function store(now: Date, isForced: boolean): Promise<void> {
    const known_at = now.toISOString();
    await db
      .insertInto('known_time')
      .values({ id: 1, known_at })
      .onConflict((conflict) => {
        const update = conflict.column('id').doUpdateSet({ known_at });
        // Clocks of instances differ, so the known time only advances.
        return isForced ? update : update.where('known_time.known_at', '<', known_at);
      })
      .execute();
  }

  return {
    read,
    /** Stores the clock's time as known if it is near the last known time. */
    async advance(): Promise<ClockState> {
      const state = await read();
      if (state.isPlausible) await store(state.now, false);
      return state;
    },
    /** Stores the clock's time as known unconditionally. @returns the state before */
    async confirm(): Promise<ClockState> {
      const state = await read();
      await store(state.now, true);
      return state;
    },
  };
}
