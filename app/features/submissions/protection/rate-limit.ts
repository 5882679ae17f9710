import { createHmac } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import { clientNetworks } from '../../../platform/http/client-address.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { SubmissionDatabase } from '../records/tables.ts';
import type { SharedKeys } from './shared-keys.ts';

/** So many in so long. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /** Counts one attempt. Never rejects. @returns 0 when it is allowed, else the milliseconds until the next one is */
  take(address: string): Promise<number>;
}

/** Networks remembered at once; the longest silent are forgotten first, so that a flood costs at most some megabytes. */
const maxNetworks = 20_000;

/**
 * A sliding window per client address and per network of one (see `clientNetworks`), for one process; refused attempts do not
 * count. Without a limit all is allowed.
 */
export function createRateLimiter(limit: Limit | undefined, clock: Clock): RateLimiter {
  if (!limit) return { take: async () => 0 };
  const byNetwork = new Map<string, readonly number[]>();
  return {
    async take(address) {
      const now = clock.now().getTime();
      const slid = limitsOf(address, limit).map(({ name, limit }) => ({
        name,
        ...slide(byNetwork.get(name) ?? [], limit, now),
      }));
      const waitMs = Math.max(...slid.map((each) => each.waitMs));
      for (const { name, recent } of slid) {
        // Inserted anew, so that the map stays in the order of the last attempt.
        byNetwork.delete(name);
        byNetwork.set(name, waitMs > 0 ? recent : [...recent, now]);
      }
      for (const [name] of byNetwork) {
        if (byNetwork.size <= maxNetworks) break;
        byNetwork.delete(name);
      }
      return waitMs;
    },
  };
}

interface SharedRateLimiterOptions {
  readonly database: SubmissionDatabase;
  readonly keys: SharedKeys;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The same over all instances on one database. Addresses are stored as keyed hashes only, which housekeeping
 * removes when they count no more. While the database is down each process counts for itself.
 */
export function createSharedRateLimiter(
  limit: Limit | undefined,
  { database, keys, clock, log }: SharedRateLimiterOptions,
): RateLimiter {
  const own = createRateLimiter(limit, clock);
  if (!limit) return own;

  const takeShared = async (address: string): Promise<number> => {
    const key = await keys.keyFor('client address');
    const now = clock.now().getTime();
    const db = await database.connect();
    return db.transaction().execute(async (transaction) => {
      const slid = [];
      // One after the other, widest network first: of two attempts that lock the same rows the second waits, and neither for ever.
      for (const { name, limit: ofNetwork } of limitsOf(address, limit)) {
        const client = createHmac('sha256', key).update(name).digest('base64url');
        // The row is locked by being written: of two attempts at once the second sees the first.
        const row = await transaction
          .insertInto('client_attempts')
          .values({ client, attempts: '[]', expires_at: new Date(now).toISOString() })
          .onConflict((conflict) => conflict.column('client').doUpdateSet({ client }))
          .returning('attempts')
          .executeTakeFirstOrThrow();
        slid.push({ client, ...slide(JSON.parse(row.attempts), ofNetwork, now) });
      }
      const waitMs = Math.max(...slid.map((each) => each.waitMs));
      for (const { client, recent } of slid)
        await transaction
          .updateTable('client_attempts')
          .set({
            attempts: JSON.stringify(waitMs > 0 ? recent : [...recent, now]),
            expires_at: new Date(now + limit.windowMs).toISOString(),
          })
          .where('client', '=', client)
          .execute();
      return waitMs;
    });
  };

  return {
    take: (address) =>
      takeShared(address).catch((error) => {
        log.warn('submissions are counted by this process alone: the database does not answer', { error });
        return own.take(address);
      }),
  };
}

/** The limits that an attempt counts for, widest network first. */
const limitsOf = (address: string, { count, windowMs }: Limit) =>
  clientNetworks(address).map(({ name, share }) => ({ name, limit: { count: count * share, windowMs } }));

/**
 * Moves the window on to now. An attempt of the future, from before the clock was set back, counts as one of now: nobody waits
 * longer than the window. It is stored so, or the wait would begin anew with each attempt.
 * @returns the attempts that count, and how long to wait, ms
 */
function slide(earlier: readonly number[], { count, windowMs }: Limit, now: number) {
  const recent = earlier.map((at) => Math.min(at, now)).filter((at) => now - at < windowMs);
  const oldest = recent.at(-count);
  return { recent, waitMs: oldest === undefined ? 0 : oldest + windowMs - now };
}
