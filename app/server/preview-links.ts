import { createSigner, type SharedKeys } from '../features/submissions/protection/shared-keys.ts';
import { previewPrefix } from '../paths.ts';
import type { Clock } from '../platform/clock/clock.ts';

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;

/** Default validity of a link, days. */
export const defaultPreviewDays = 7;

const maxToken = 600;

/** Signed links that show one page before it is published, for a limited time. All instances and commands share the keys. */
export function createPreviewLinks({ keys, clock }: { keys: SharedKeys; clock: Clock }) {
  const signer = createSigner(keys, 'preview link');
  return {
    /** Creates a link. @param path path of the page @returns the path of the link */
    async issue(path: string, lifetimeMs: number): Promise<string> {
      const until = (clock.now().getTime() + lifetimeMs).toString(36);
      const payload = `${until}.${Buffer.from(path).toString('base64url')}`;
      return `${previewPrefix}${payload}.${await signer.sign(payload)}`;
    },
    /**
     * Verifies a link by its token, the path after the prefix. @throws if the key cannot be read
     * @returns the page that it shows and when the link expires, ISO 8601; undefined for an invalid token
     */
    async read(token: string): Promise<{ path: string; until: string; isExpired: boolean } | undefined> {
      if (token.length > maxToken) return undefined;
      const [, payload = '', until = '', path = '', signature = ''] =
        /^(([0-9a-z]{1,11})\.([\w-]+))\.([\w-]{43})$/u.exec(token) ?? [];
      if (!(await signer.isSigned(payload, signature))) return undefined;
      const end = new Date(Number.parseInt(until, 36));
      return {
        path: Buffer.from(path, 'base64url').toString(),
        until: end.toISOString(),
        isExpired: clock.now() >= end,
      };
    },
  };
}
