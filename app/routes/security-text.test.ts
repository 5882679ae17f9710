import { expect, test } from 'vitest';
import { composeSecurityText } from './security-text.ts';

test('security.txt has a contact, an expiry within a year, and its canonical URL (RFC 9116)', () => {
  const siteUrl = 'https://www.example.com';
  expect(composeSecurityText({ siteUrl, contact: 'security@example.com', today: '2026-11-22' })).toBe(
    `Contact: mailto:security@example.com
Expires: 2027-05-21T00:00:00.000Z
Preferred-Languages: en
Canonical: https://www.example.com/.well-known/security.txt
`,
  );
});
