import { truncate, writeFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { reportsPath } from '../../app/paths.ts';
import { expect, test, wakeAll } from '../harness/browser.ts';
import { filesIn } from '../harness/server.ts';

// A visitor with too large a file or too long a text loses no input, with JavaScript off and on (Contract, Submissions).

const fileMessage = 'File should be less than 6 MB';
const textMessage = 'This form holds too much text. Please shorten it.';
const typed = {
  'Name*': 'Ada Byron',
  'Email*': 'ada@example.com',
  'Phone Number*': '+1 212 555 0148',
  'Message*': 'I would like to cross.',
};
/** More than the server accepts, but possible to paste. */
const longText = 'Bridges, and how they stand. '.repeat(4000);

const applicationForm = (page: Page) => page.getByRole('form', { name: /^Apply for/u }).first();
const contactForm = (page: Page) => page.getByRole('form', { name: 'Contact us' });

async function fillIn(form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
}
async function expectTyped(form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await expect(form.getByLabel(label)).toHaveValue(value);
}

/** A file of a given size that begins as a PDF. */
async function scan(bytes: number, info: TestInfo): Promise<string> {
  const path = info.outputPath('scan.pdf');
  await writeFile(path, '%PDF-1.7\n');
  await truncate(path, bytes);
  return path;
}

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ noise }) => noise.allow(/413/u));

  // Nearly as much as the server receives; smaller ones are in `broken-senders.test.ts` and `submission-rules.test.ts`.
  test('a scan of 60 MB: the form with the input and the reason', async ({ page, site }, info) => {
    await page.goto('/join-us');
    const form = applicationForm(page);
    await fillIn(form, typed);
    await form.getByLabel('Resume*').setInputFiles(await scan(60_000_000, info));
    const response = page.waitForResponse('**/wp-json/positions/mail');
    await form.getByRole('button', { name: 'Submit' }).click();
    expect((await response).status()).toBe(413);
    await expect(form.getByLabel('Resume*')).toHaveAccessibleDescription(fileMessage);
    await expect(form.getByRole('alert').getByRole('link')).toHaveText(`Resume: ${fileMessage}`);
    await expectTyped(form, typed);
    // Other journeys may be sending a file at this time.
    await expect.poll(() => filesIn(site.dataDirectory, 'incoming')).toEqual([]);
  });

  test('a text that is too long: the form with the input and the reason', async ({ page }) => {
    await page.goto('/contact-us');
    const form = contactForm(page);
    const fields = { 'Name*': 'Ada Byron', 'Email*': 'ada@example.com', 'How can we help you?': longText };
    await fillIn(form, fields);
    const response = page.waitForResponse('**/mail/contactform');
    await form.getByRole('button', { name: 'Submit' }).click();
    expect((await response).status()).toBe(413);
    await expect(form.getByLabel('How can we help you?')).toHaveAccessibleDescription(textMessage);
    await expectTyped(form, fields);
  });
});

test('with JavaScript both show their message before anything is sent', async ({ page }, info) => {
  await page.goto('/join-us');
  await wakeAll(page);
  await page.getByRole('button', { name: 'View Detail Requirement' }).first().click();
  const form = applicationForm(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith(reportsPath)) sent.push(request.url());
  });
  const fields = { ...typed, 'Message*': longText };
  await fillIn(form, fields);
  await form.getByLabel('Resume*').setInputFiles(await scan(20_000_000, info));
  await expect(form.getByLabel('Resume*')).toHaveAccessibleDescription(fileMessage);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByLabel('Message*')).toBeFocused();
  await expect(form.getByLabel('Message*')).toHaveAccessibleDescription(textMessage);
  await expect(form.getByRole('alert').getByRole('link')).toHaveText([
    `Message: ${textMessage}`,
    `Resume: ${fileMessage}`,
  ]);
  await expectTyped(form, fields);
  expect(sent).toEqual([]);
});
