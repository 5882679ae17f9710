import { createHash } from 'node:crypto';
import type { ContentEncoding } from './content-encoding.ts';

/** Names bytes by what they are: 128 bits of their SHA-256. */
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** A strong entity tag. Each encoding has its own, since its bytes differ (RFC 9110, 8.8.3.3). */
export const entityTag = (digest: string, encoding: ContentEncoding) =>
  encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;

/** Whether `If-None-Match` names this entity tag, so that 304 says all (RFC 9110, 13.1.2: the weak comparison). */
export function isNotModified(ifNoneMatch: string | null, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || each === tag || each === `W/${tag}`);
}
