import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { IntakeDatabase } from '../records/tables.ts';
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

/** Addresses remembered at once; the longest silent are forgotten first, so that a flood costs at most some megabytes. */
const maxAddresses = 20_000;

/** A sliding window per client address, for one process; refused attempts do not count. Without a limit all is allowed. */
export function createRateLimiter(limit: Limit | undefined, clock: Clock): RateLimiter {
  if (!limit) return { take: async () => 0 };
  const byClient = new Map<string, number[]>();
  return {
    async take(address) {
      const client = clientOf(address);
      const { attempts, waitMs } = slide(byClient.get(client) ?? [], limit, clock.now().getTime());
      if (waitMs > 0) return waitMs;
      // Inserted anew, so that the map stays in the order of the last attempt.
      byClient.delete(client);
      byClient.set(client, attempts);
      const [longestSilent] = byClient.keys();
      if (byClient.size > maxAddresses && longestSilent !== undefined) byClient.delete(longestSilent);
      return 0;
    },
  };
}

interface SharedRateLimiterOptions {
  readonly database: IntakeDatabase;
  readonly keys: SharedKeys;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The same over all instances on one database. Addresses are kept as keyed hashes only, which housekeeping
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
    const client = createHmac('sha256', key).update(clientOf(address)).digest('base64url');
    const now = clock.now().getTime();
    const db = await database.connect();
    return db.transaction().execute(async (transaction) => {
      // The row is locked by being written: of two attempts at once the second sees the first.
      const row = await transaction
        .insertInto('client_attempts')
        .values({ client, attempts: '[]', expires_at: new Date(now).toISOString() })
        .onConflict((conflict) => conflict.column('client').doUpdateSet({ client }))
        .returning('attempts')
        .executeTakeFirstOrThrow();
      const { attempts, waitMs } = slide(JSON.parse(row.attempts), limit, now);
      if (waitMs > 0) return waitMs;
      await transaction
        .updateTable('client_attempts')
        .set({ attempts: JSON.stringify(attempts), expires_at: new Date(now + limit.windowMs).toISOString() })
        .where('client', '=', client)
        .execute();
      return 0;
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

/** Moves the window on to now. @returns how long to wait, or the attempts that count with this one among them */
function slide(earlier: readonly number[], { count, windowMs }: Limit, now: number) {
  const recent = earlier.filter((at) => now - at < windowMs);
  const oldest = recent.at(-count);
  if (oldest !== undefined) return { attempts: recent, waitMs: oldest + windowMs - now };
  return { attempts: [...recent, now], waitMs: 0 };
}

/** With IPv6 a household or an office has a network of 64 bits, and each machine in it as many addresses as it likes. */
function clientOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right] = (address.split('%')[0] ?? '').split('::');
  const head = left ? left.split(':') : [];
  const tail = right ? right.split(':') : [];
  const filled =
    right === undefined
      ? head
      : [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
