import { createHmac, timingSafeEqual } from 'node:crypto';
import { previewPrefix } from '../paths.ts';
import type { Clock } from '../platform/clock/clock.ts';

/** Signed links that show one page before it is published, for a limited time. */
export interface PreviewLinks {
  /**
   * Creates a link.
   * @param path path of the page
   * @returns the path of the link
   */
  issue(path: string, lifetimeMs: number): Promise<string>;
  /**
   * Verifies a link.
   * @param token the part of the path after the prefix
   * @returns the page that it shows; undefined for an invalid token
   * @throws if the key cannot be read
   */
  read(token: string): Promise<{ path: string; isExpired: boolean } | undefined>;
}

/** Maximum length of a token. */
const maxToken = 600;

/** @param options.keys keys that all instances and the command that issues links share */
export function createPreviewLinks({
  keys,
  clock,
}: {
  keys: { keyFor(purpose: string): Promise<Buffer> };
  clock: Clock;
}): PreviewLinks {
  const sign = async (payload: string) =>
    createHmac('sha256', await keys.keyFor('preview link'))
      .update(payload)
      .digest();
  return {
    async issue(path, lifetimeMs) {
      const until = (clock.now().getTime() + lifetimeMs).toString(36);
      const payload = `${until}.${Buffer.from(path).toString('base64url')}`;
      return `${previewPrefix}${payload}.${(await sign(payload)).toString('base64url')}`;
    },
    async read(token) {
      if (token.length > maxToken) return undefined;
      const [, payload, until, path, signature] = /^(([0-9a-z]{1,11})\.([\w-]+))\.([\w-]{43})$/u.exec(token) ?? [];
      if (payload === undefined || until === undefined || path === undefined || signature === undefined)
        return undefined;
      if (!timingSafeEqual(await sign(payload), Buffer.from(signature, 'base64url'))) return undefined;
      const isExpired = clock.now().getTime() >= Number.parseInt(until, 36);
      return { path: Buffer.from(path, 'base64url').toString(), isExpired };
    },
  };
}
