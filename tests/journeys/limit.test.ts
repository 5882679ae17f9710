import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../helpers/browser.ts';
import { type RunningServer, startServer } from '../helpers/server.ts';

// Who sends too much gets everything back, with JavaScript off and on (Contract, Submissions).

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_SUBMISSIONS: '1/1h' });
  const first = new URLSearchParams({ name: 'Ada Byron', email: 'ada@example.com' });
  const answer = await fetch(`${server.origin}/mail/contactform`, { method: 'POST', body: first });
  expect(answer.status).toBe(200);
});
test.afterAll(() => server.stop());

const typed = { 'Name*': 'Ada Byron', 'Email*': 'ada@example.com', 'How can we help you?': 'A bridge, please.' };
const form = (page: Page) => page.getByRole('form', { name: 'Contact us' });

async function sendTooMuch(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(typed)) await form(page).getByLabel(label).fill(value);
  const answer = page.waitForResponse('**/mail/contactform');
  await form(page).getByRole('button', { name: 'Submit' }).click();
  const refusal = await answer;
  expect(refusal.status()).toBe(429);
  expect(Number(refusal.headers()['retry-after'])).toBeGreaterThan(3000);
  await expect(page.getByRole('alert').first()).toContainText('try again');
  for (const [label, value] of Object.entries(typed)) await expect(form(page).getByLabel(label)).toHaveValue(value);
}

test('with JavaScript', async ({ page, noise }) => {
  noise.allow(/429/u);
  await page.goto(`${server.origin}/contact-us`);
  await hydrated(page);
  await sendTooMuch(page);
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });
  test('as a page', async ({ page, noise }) => {
    noise.allow(/429/u);
    await page.goto(`${server.origin}/contact-us`);
    await sendTooMuch(page);
  });
});
