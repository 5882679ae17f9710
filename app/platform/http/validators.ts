import { createHash } from 'node:crypto';
import type { ContentEncoding } from './content-encoding.ts';

/** Names bytes by what they are: 128 bits of their SHA-256. */
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/**
 * Names a representation by the digest of its plain bytes and by its encoding. The tag of an encoded one is weak: a better
 * compression may replace its bytes while the content stays the same, and a strong tag promises the very same bytes
 * (RFC 9110, 8.8.1). Nothing is lost: a 304 needs only the weak comparison, and no ranges of encoded bytes are served.
 */
export const entityTag = (digest: string, encoding: ContentEncoding) =>
  encoding === 'identity' ? `"${digest}"` : `W/"${digest}-${encoding}"`;

/** Whether `If-None-Match` names this entity tag, so that the response is 304 (RFC 9110, 13.1.2: the weak comparison). */
export function isNotModified(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === tag) return true;
  const opaque = opaqueTag(tag);
  return ifNoneMatch
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || opaqueTag(each) === opaque);
}

const opaqueTag = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag);
