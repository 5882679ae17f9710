import { resumeLinkPath } from '../../../paths.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { dayMs } from '../../../shared/iso-time.ts';
import { createSigner, type SharedKeys } from '../protection/shared-keys.ts';

/** How long a link stays valid after the last attempt to send it. */
const lifetimeMs = 7 * dayMs;

export type ResumeLinks = ReturnType<typeof createResumeLinks>;

/** The unverified parameters of a link. */
export interface ClaimedLink {
  /** ID of the record. */
  readonly id: string;
  /** Milliseconds since 1970, in base 36. */
  readonly expires: string;
  readonly signature: string;
}

/** Signed, expiring links to résumés that need no login. */
export function createResumeLinks({ keys, clock, siteUrl }: { keys: SharedKeys; clock: Clock; siteUrl: () => string }) {
  const signer = createSigner(keys, 'resume link');
  return {
    /** @param from the time of the last possible attempt to send it, so that each attempt has the same link */
    async linkTo(id: string, from: Date): Promise<{ url: string; url_expires_at: string }> {
      const until = new Date(from.getTime() + lifetimeMs);
      const expires = until.getTime().toString(36);
      const signature = await signer.sign(`${id}.${expires}`);
      const query = new URLSearchParams({ id, expires, signature });
      return { url: `${siteUrl()}${resumeLinkPath}?${query}`, url_expires_at: until.toISOString() };
    },

    async verify({ id, expires, signature }: ClaimedLink): Promise<'valid' | 'expired' | 'forged'> {
      if (!(await signer.isSigned(`${id}.${expires}`, signature))) return 'forged';
      return Number.parseInt(expires, 36) > clock.now().getTime() ? 'valid' : 'expired';
    },
  };
}
