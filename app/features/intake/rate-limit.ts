import { isIPv6 } from 'node:net';
import type { Clock } from '../../platform/clock/clock.ts';

/** So many in so long. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /** Counts one attempt. @returns 0 when it is allowed, else the milliseconds until the next one is */
  take(address: string): number;
}

/** Addresses remembered at once; the longest silent are forgotten first, so that a flood costs at most some megabytes. */
const maxAddresses = 20_000;

/** A sliding window per client address; refused attempts do not count. Without a limit everything is allowed. */
export function createRateLimiter(limit: Limit | undefined, clock: Clock): RateLimiter {
  if (!limit) return { take: () => 0 };
  const { count, windowMs } = limit;
  const attempts = new Map<string, number[]>();
  return {
    take(address) {
      const now = clock.now().getTime();
      const key = clientKey(address);
      const recent = (attempts.get(key) ?? []).filter((at) => now - at < windowMs);
      const oldest = recent.at(-count);
      if (oldest !== undefined) return oldest + windowMs - now;
      recent.push(now);
      // Inserted anew, so that the map stays in the order of the last attempt.
      attempts.delete(key);
      attempts.set(key, recent);
      const [longestSilent] = attempts.keys();
      if (attempts.size > maxAddresses && longestSilent !== undefined) attempts.delete(longestSilent);
      return 0;
    },
  };
}

/** With IPv6 a household or an office has a network of 64 bits, and each machine in it as many addresses as it likes. */
function clientKey(address: string): string {
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
