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
  return textResponse(composeSecurityText({ siteUrl: env.siteUrl, contact, today }), 'text/plain');
}

/** @param facts.today ISO date in UTC */
export function composeSecurityText(facts: { siteUrl: string; contact: string; today: string }): string {
  const expires = new Date(Date.parse(facts.today) + validDays * dayMs);
  return [
    `Contact: mailto:${encodeURI(facts.contact)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${facts.siteUrl}${securityTextPath}`,
    '',
  ].join('\n');
}
