import { expect, test } from 'vitest';
import type { RouteContext } from '../server/context.ts';
import { securityText } from './security-text.ts';

test('security.txt has a contact, an expiry within a year, and its canonical URL (RFC 9116)', async () => {
  const content = { site: { email: { security: 'security@example.com' } }, today: '2026-11-22' };
  const context = { env: { content, siteUrl: 'https://www.example.com' } } as unknown as RouteContext;
  expect(await securityText(context).text()).toBe(
    `Contact: mailto:security@example.com
Expires: 2027-05-21T00:00:00.000Z
Preferred-Languages: en
Canonical: https://www.example.com/.well-known/security.txt
`,
  );
});
