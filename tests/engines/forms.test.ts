import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { positions } from '../harness/content.ts';
import { describeInEngines, narrow, wide } from './harness.ts';
import type { Target } from './in-page.ts';
import type { Page } from './page.ts';

// Both forms, from typing to the record (Specification 4 and 5; Contract, Submissions).

const [position] = positions;
if (!position) throw new Error('There is a position');

const contactForm: Target = { role: 'form', name: 'Contact us' };
const applicationForm: Target = { role: 'form', name: `Apply for ${position.title}` };
const field = (name: string, form: Target): Target => ({ role: 'textbox', name, inside: form });
const submit = (form: Target): Target => ({ role: 'button', name: 'Submit', inside: form });

/** The smallest text that passes as a PDF by its first and last lines. */
const smallPdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
let folder = '';
const resume = () => join(folder, 'ada.pdf');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spanwright-resume-'));
  writeFileSync(resume(), smallPdf);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An address that no other test uses. */
const uniqueEmail = () => `ada-${crypto.randomUUID()}@example.com`;

/** The fields of the only record that has an e-mail address. A command of the inbox would take half a second of processor time. */
function fieldsOf(email: string): unknown {
  using database = new DatabaseSync(join(inject('dataDirectory'), 'intake.sqlite'), { readOnly: true });
  const records = database.prepare("SELECT fields FROM submissions WHERE fields ->> '$.email' = ?").all(email);
  expect(records).toHaveLength(1);
  return JSON.parse(String(records[0]?.fields));
}

async function fillIn(page: Page, form: Target, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.type(field(name, form), value);
    await page.expectOne(field(name, form), { value });
  }
}

/** The thanks are in the form with JavaScript, on a page without. */
const expectThanks = (page: Page, form: Target, javaScript: boolean) =>
  page.expectOne(javaScript ? { role: 'status', inside: form } : { role: 'main' }, { text: /Thank you/u });

describeInEngines((open) => {
  test('an enquiry is shown again with its messages, and when it is corrected sent, stored and confirmed', async () => {
    const email = uniqueEmail();
    const page = await open('/contact-us', narrow);
    await fillIn(page, contactForm, { 'Name*': 'A', 'How can we help you?': 'A bridge, please.' });
    await page.click(submit(contactForm));
    await page.expectOne(field('Name*', contactForm), {
      value: 'A',
      invalid: 'true',
      description: 'Please enter 2 to 50 characters',
      focused: true,
    });
    await page.expectOne(field('Email*', contactForm), {
      invalid: 'true',
      description: 'Please enter valid email address',
    });
    await page.type(field('Name*', contactForm), 'da Byron');
    await fillIn(page, contactForm, { 'Email*': email });
    await page.click(submit(contactForm));
    await expectThanks(page, contactForm, true);
    expect(fieldsOf(email)).toMatchObject({ name: 'Ada Byron', comment: 'A bridge, please.' });
  });

  for (const [javaScript, viewport] of [
    [true, narrow],
    [false, wide],
  ] as const) {
    test(`an application is sent with its resume, stored and confirmed, JavaScript ${javaScript ? 'on' : 'off'}`, async () => {
      const email = uniqueEmail();
      const page = await open('/join-us', { ...viewport, javaScript });
      if (javaScript) {
        const card: Target = { role: 'article', text: position.title };
        await page.click({ role: 'button', name: 'View Detail Requirement', inside: card });
      }
      await fillIn(page, applicationForm, {
        'Name*': 'Ada Byron',
        'Email*': email,
        'Phone Number*': '+1 212 555 0148',
        'Message*': 'I would like to cross.',
      });
      await page.chooseFile('Resume*', applicationForm, resume());
      await page.click(submit(applicationForm));
      await expectThanks(page, applicationForm, javaScript);
      expect(fieldsOf(email)).toMatchObject({ name: 'Ada Byron', jobid: position.job_id });
    });
  }
});
