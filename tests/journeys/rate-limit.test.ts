import { truncate, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, wakeAll } from '../harness/browser.ts';
import type { RunningServer } from '../harness/server.ts';
import { startSmallSite } from '../harness/small-site.ts';

// A visitor over the limit gets the input echoed, with JavaScript off and on (Contract, Submissions).

// One after the other, at one server.
test.describe.configure({ mode: 'default' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startSmallSite({ RATE_LIMIT_SUBMISSIONS: '1/1h' });
  const first = new URLSearchParams({ name: 'Ada Byron', email: 'ada@example.com' });
  const response = await fetch(`${server.origin}/mail/contactform`, { method: 'POST', body: first });
  expect(response.status).toBe(200);
});
test.afterAll(() => server.stop());

const who = { 'Name*': 'Ada Byron', 'Email*': 'ada@example.com' };
const typed = { ...who, 'How can we help you?': 'A bridge, please.' };
const form = (page: Page) => page.getByRole('form', { name: 'Contact us' });

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });
    test('an enquiry, with a message in view on a phone', async ({ page, noise }) => {
      noise.allow(/429/u);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${server.origin}/contact-us`);
      if (javaScriptEnabled) await wakeAll(page);
      for (const [label, value] of Object.entries(typed)) await form(page).getByLabel(label).fill(value);
      const response = page.waitForResponse('**/mail/contactform');
      await form(page).getByRole('button', { name: 'Submit' }).click();
      const refusal = await response;
      expect(refusal.status()).toBe(429);
      expect(Number(refusal.headers()['retry-after'])).toBeGreaterThan(3000);
      const message = 'Your text stays in the form; please try again in 60 minutes.';
      await expect(page.getByRole('alert')).toContainText(message);
      await expect(page.getByRole('alert')).toBeInViewport();
      for (const [label, value] of Object.entries(typed)) await expect(form(page).getByLabel(label)).toHaveValue(value);
    });
  });

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });
  test('an application with a large resume, as a page', async ({ page, noise }, info) => {
    noise.allow(/429/u);
    const resume = info.outputPath('cv.pdf');
    await writeFile(resume, '%PDF-1.7\n');
    await truncate(resume, 5_000_000);
    await page.goto(`${server.origin}/join-us`);
    const application = page.getByRole('form', { name: /^Apply for/u }).first();
    const fields = { ...who, 'Phone Number*': '+1 212 555 0148', 'Message*': 'I would like to cross.' };
    for (const [label, value] of Object.entries(fields)) await application.getByLabel(label).fill(value);
    await application.getByLabel('Resume*').setInputFiles(resume);
    const response = page.waitForResponse('**/wp-json/positions/mail');
    await application.getByRole('button', { name: 'Submit' }).click();
    expect((await response).status()).toBe(429);
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(page.getByRole('heading', { name: /^Apply for \w/u })).toBeVisible();
    for (const [label, value] of Object.entries(fields)) await expect(application.getByLabel(label)).toHaveValue(value);
  });
});
