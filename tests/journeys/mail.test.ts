import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../harness/axe.ts';
import { expect, test } from '../harness/browser.ts';
import { acknowledgementHeading } from '../harness/content.ts';
import { filesIn } from '../harness/server.ts';
import type { SharedSite } from '../harness/site-of-journeys.ts';

// The mails of a form as a mail program shows them (Contract, Submissions).

// Other journeys cause mails of the same site.
const visitor = `ada-${Date.now().toString(36)}@example.com`;
const typed = {
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  email: visitor,
  phone: '+1 212 555 0100',
  comment: `Hello <b>there</b>,\n\n<img src="https://evil.example/x.png" onerror="alert(1)">${'long'.repeat(60)}`,
};

/** The HTML form of the mails that the site has written about a visitor, by their recipient. */
async function mailsOf(site: SharedSite, form: typeof typed): Promise<Map<string, string>> {
  const sent = await fetch(`${site.origin}/mail/contactform`, { method: 'POST', body: new URLSearchParams(form) });
  expect(sent.status).toBe(200);
  const written = () =>
    filesIn(site.dataDirectory, 'mail')
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(site.dataDirectory, 'mail', name), 'utf8'))
      .filter((source) => source.includes(form.email));
  await expect.poll(() => written().length).toBe(2);
  return new Map(written().map((source) => [recipientOf(source), htmlOf(source)]));
}

const recipientOf = (source: string) => /^To: (.+)\r$/mu.exec(source)?.[1] ?? '';

/** The part that is HTML, out of quoted-printable (RFC 2045, 6.7). */
function htmlOf(source: string): string {
  const [, encoded = ''] = /^Content-Type: text\/html[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/mu.exec(source) ?? [];
  const bytes = encoded
    .replaceAll('=\r\n', '')
    .replace(/=([\dA-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test('both mails are readable on a narrow screen, in both schemes', async ({ page, site }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const mails = await mailsOf(site, typed);
  for (const [recipient, html] of mails) {
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 800 });
      await page.setContent(html);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond, `beyond ${width} px, to ${recipient}`).toBeLessThanOrEqual(0);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `mail to ${recipient}, ${colorScheme}`, { landmarks: false });
    }
  }
  expect(requested, 'what the mails ask of the network').toEqual([]);

  await page.setContent(mails.get(visitor) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(acknowledgementHeading);
  await expect(page.getByText(/^\d{8}-[\da-z]{10}$/u)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Lovelace|Analytical|Hello|555 0100/u);

  const [company = ''] = [...mails.keys()].filter((recipient) => recipient !== visitor);
  await page.setContent(mails.get(company) ?? '');
  await expect(page.getByText('Hello <b>there</b>,').filter({ visible: true })).toContainText(
    '<img src="https://evil.example/x.png"',
  );
  await expect(page.getByText('Analytical Engines', { exact: true })).toBeVisible();
});
