import { hash } from 'node:crypto';
import type { ContentEncoding } from './content-encoding.ts';

/** Returns a digest that identifies bytes: at least 128 bits of their SHA-256, in base64url. */
export const digestOf = (bytes: Uint8Array) => hash('sha256', bytes, 'base64url').slice(0, 22);

/**
 * Returns the entity tag of a representation, from the digest of its unencoded bytes and its encoding. The tag of an encoded
 * one is weak: recompression may replace its bytes while the content stays the same, and a strong tag promises identical bytes
 * (RFC 9110, 8.8.1). A weak tag suffices: a 304 needs only the weak comparison, and no ranges of encoded bytes are served.
 */
export const entityTag = (digest: string, encoding: ContentEncoding) =>
  encoding === 'identity' ? `"${digest}"` : `W/"${digest}-${encoding}"`;

/** Whether `If-None-Match` contains this entity tag, so that the response is 304 (RFC 9110, 13.1.2: weak comparison). */
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
