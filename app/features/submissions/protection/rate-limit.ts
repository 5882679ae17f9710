import { createHmac } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import { clientNetworks } from '../../../platform/http/client-address.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { SubmissionDatabase } from '../records/tables.ts';
import type { SharedKeys } from './shared-keys.ts';

/** A number of attempts per time window. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/** Limits the submissions of one client address. */
export interface RateLimiter {
  /** Counts one attempt. Never rejects. @returns 0 when it is allowed, else the milliseconds until the next allowed attempt */
  take(address: string): Promise<number>;
}

/** Networks in memory; the least recently active are evicted first, so that a flood costs at most some megabytes. */
const maxNetworks = 20_000;

/**
 * A sliding window per client address and per network (see `clientNetworks`), for one process. Refused attempts do not count.
 * Without a limit, every attempt is allowed.
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
        // Inserted again, so that the map stays in the order of the last attempts.
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
 * The same limit for all instances on one database. Addresses are stored as keyed hashes only, which housekeeping removes once
 * they have expired. While the database is down, each process counts separately.
 */
export function createSharedRateLimiter(
  limit: Limit | undefined,
  { database: { db }, keys, clock, log }: SharedRateLimiterOptions,
): RateLimiter {
  const own = createRateLimiter(limit, clock);
  if (!limit) return own;

  const takeShared = async (address: string): Promise<number> => {
    const key = await keys.keyFor('client address');
    const now = clock.now().getTime();
    return db.transaction().execute(async (transaction) => {
      const slid = [];
      // Always in the same order, widest network first, so that two attempts that lock the same rows cannot deadlock.
      for (const { name, limit: ofNetwork } of limitsOf(address, limit)) {
        const client = createHmac('sha256', key).update(name).digest('base64url');
        // The write locks the row: of two simultaneous attempts the second sees the first.
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
        log.warn('submissions are counted by this process alone: the database does not respond', { error });
        return own.take(address);
      }),
  };
}

/** Returns the limits that an attempt counts towards, widest network first. */
const limitsOf = (address: string, { count, windowMs }: Limit) =>
  clientNetworks(address).map(({ name, share }) => ({ name, limit: { count: count * share, windowMs } }));

/**
 * Advances the window to now. An attempt in the future, from before the clock was set back, is stored as an attempt of now:
 * otherwise the wait could exceed the window or restart with each attempt.
 * @returns the attempts that count, and the wait, ms
 */
function slide(earlier: readonly number[], { count, windowMs }: Limit, now: number) {
  const recent = earlier.map((at) => Math.min(at, now)).filter((at) => now - at < windowMs);
  const oldest = recent.at(-count);
  return { recent, waitMs: oldest === undefined ? 0 : oldest + windowMs - now };
}
