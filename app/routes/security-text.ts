import { securityTextPath } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import { dayMs } from '../shared/iso-time.ts';
import { textResponse } from './text-response.ts';

/** Days until the file expires; RFC 9116 recommends less than a year. A running site renews it each day. */
const validDays = 180;

/** `/.well-known/security.txt`: how to report a vulnerability (RFC 9116). */
export function securityText({ env }: RouteContext): Response {
  const { site, today } = env.content;
  const contact = site.email.security ?? site.email.general;
  const expires = new Date(Date.parse(today) + validDays * dayMs);
  const lines = [
    `Contact: mailto:${encodeURI(contact)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${env.siteUrl}${securityTextPath}`,
    '',
  ];
  return textResponse(lines.join('\n'), 'text/plain');
}
