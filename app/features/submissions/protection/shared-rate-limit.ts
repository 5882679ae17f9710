import { createHmac } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import { createRateLimiter, type Limit, limitsOf, type RateLimiter, slide } from '../../../platform/http/rate-limit.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { SubmissionDatabase } from '../records/tables.ts';
import type { SharedKeys } from './shared-keys.ts';

interface SharedRateLimiterOptions {
  readonly database: SubmissionDatabase;
  readonly keys: SharedKeys;
  readonly clock: Clock;
  readonly log: Log;
}

/** One limit for all instances on one database, with addresses as keyed hashes. While it is down, each process counts separately. */
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
