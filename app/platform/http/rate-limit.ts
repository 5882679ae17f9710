import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import { clientNetworks } from './client-address.ts';

/** A maximum of attempts per time window. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/** Limits the requests of one client address. */
export interface RateLimiter {
  /** Counts one attempt. Never rejects. @returns 0 when it is allowed, else the milliseconds until the next allowed attempt */
  take(address: string): Promise<number>;
}

/** Maximum number of networks in memory; the least recently active are evicted first, so that a flood costs at most some megabytes. */
const maxNetworks = 20_000;

/**
 * A sliding window per client address and per network (see `clientNetworks`), for one process. Refused attempts do not count.
 * Without a limit, every attempt is allowed. Networks are identified by a hash with a key of this process, and forgotten after the
 * window, so that visitors' addresses do not stay in memory.
 */
export function createRateLimiter(limit: Limit | undefined, clock: Clock): RateLimiter {
  if (!limit) return { take: async () => 0 };
  const key = randomBytes(32);
  const byNetwork = new Map<string, readonly number[]>();
  return {
    async take(address) {
      const now = clock.now().getTime();
      const slid = limitsOf(address, limit).map(({ name, limit }) => {
        const network = createHmac('sha256', key).update(name).digest('base64');
        return { network, ...slide(byNetwork.get(network) ?? [], limit, now) };
      });
      const waitMs = Math.max(...slid.map((each) => each.waitMs));
      for (const { network, recent } of slid) {
        // Inserted again, so that the map stays in the order of the last attempts.
        byNetwork.delete(network);
        byNetwork.set(network, waitMs > 0 ? recent : [...recent, now]);
      }
      for (const [network, attempts] of byNetwork) {
        const isExpired = now - (attempts.at(-1) ?? 0) >= limit.windowMs;
        if (byNetwork.size <= maxNetworks && !isExpired) break;
        byNetwork.delete(network);
      }
      return waitMs;
    },
  };
}

/** Returns the limits that an attempt counts towards, widest network first. */
export const limitsOf = (address: string, { count, windowMs }: Limit) =>
  clientNetworks(address).map(({ name, share }) => ({ name, limit: { count: count * share, windowMs } }));

/**
 * Advances the window to now. An attempt in the future, from before the clock was set back, is stored as an attempt of now:
 * otherwise the wait could exceed the window or restart with each attempt.
 * @returns the attempts that count, and the wait, ms
 */
export function slide(earlier: readonly number[], { count, windowMs }: Limit, now: number) {
  const recent = earlier.map((at) => Math.min(at, now)).filter((at) => now - at < windowMs);
  const oldest = recent.at(-count);
  return { recent, waitMs: oldest === undefined ? 0 : oldest + windowMs - now };
}
