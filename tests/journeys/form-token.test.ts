import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, open, test } from '../harness/browser.ts';
import { positions } from '../harness/content.ts';
import { type RunningServer, startMs } from '../harness/server.ts';
import type { SharedSite } from '../harness/site-of-journeys.ts';
import { startSmallSite } from '../harness/small-site.ts';

// The signals that tell programs from people (Ruling 26) affect no person, however fast, also without a token.
// `proof-of-work.test.ts` and `submissions.test.ts` have those with JavaScript off.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The forms of a site whose first position has this title, and what a person fills in: the same with JavaScript on and off. */
const formsOf = (position: string) =>
  [
    {
      kind: 'enquiry',
      address: '/contact-us',
      name: 'Contact us',
      action: '/mail/contactform',
      fields: { 'Name*': 'Ada Byron', 'How can we help you?': 'A bridge, please.' },
      file: undefined,
    },
    {
      kind: 'application',
      address: '/join-us',
      name: `Apply for ${position}`,
      action: '/wp-json/positions/mail',
      fields: {
        'Name*': 'Ada Byron',
        'Phone Number*': '+1 212 555 0148',
        'Message*': 'I would like to cross.',
      },
      file: { name: 'ada.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
    },
  ] as const;
type Form = ReturnType<typeof formsOf>[number];

/** Opens a form's page, and the form if it is collapsed. */
async function openForm(page: Page, server: SharedSite, { address, name }: Form) {
  await open(page, `${server.origin}${address}`);
  const form = page.getByRole('form', { name, exact: true });
  if (!(await form.isVisible())) {
    const article = page
      .getByRole('article')
      .filter({ has: page.getByRole('form', { name, exact: true, includeHidden: true }) });
    await article.getByRole('button', { name: 'View Detail Requirement' }).click();
  }
  return form;
}

/** The address of one test's own submissions, since other journeys send theirs to the same site. */
let email: string;
test.beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});

async function fillIn(page: Page, { name, fields, file }: Pick<Form, 'name' | 'fields'> & { file: Form['file'] }) {
  const form = page.getByRole('form', { name, exact: true });
  await form.getByLabel('Email*').fill(email);
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
  if (file) await form.getByLabel('Resume*').setInputFiles(file);
}

/** Sends it and returns the names of the submitted fields; Chromium does not report them of a form with a file. */
async function send(page: Page, { name, action }: Form): Promise<string[] | undefined> {
  const form = page.getByRole('form', { name, exact: true });
  const request = page.waitForRequest(`**${action}`);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByRole('status')).toContainText('Thank you.');
  const body = (await request).postData();
  return body === null ? undefined : [...body.matchAll(/ name="([^"]+)"/gu)].map(([, field = '']) => field);
}

for (const proofOfWork of ['off', 'on'] as const) {
  test.describe(`with proof of work ${proofOfWork}`, () => {
    const needsProof = proofOfWork === 'on';
    const forms = formsOf(needsProof ? 'Engineer' : (positions[0]?.title ?? ''));
    let server: SharedSite;
    if (needsProof) {
      // One after the other, at one server.
      test.describe.configure({ mode: 'default' });
      let own: RunningServer;
      test.beforeAll(async () => {
        test.setTimeout(startMs);
        own = await startSmallSite({ FORM_PROOF_OF_WORK: 'on' });
        server = own;
      });
      test.afterAll(() => own.stop());
    } else {
      test.beforeAll(({ site }) => {
        server = site;
      });
    }

    /** The test's records of a kind, the newest first. The commands of the inbox have separate tests, and each takes half a second to start. */
    function stored(kind: string): Record<string, unknown>[] {
      using database = new DatabaseSync(join(server.dataDirectory, 'intake.sqlite'), { readOnly: true });
      return database
        .prepare(
          `SELECT status, fields ->> '$.name' AS name FROM submissions
           WHERE kind = ? AND fields ->> '$.email' = ? ORDER BY received_at DESC, id DESC`,
        )
        .all(kind, email);
    }

    for (const form of forms) {
      test(`the ${form.kind} is received, though it is typed as fast by a program, twice, and is a draft with a link`, async ({
        page,
      }) => {
        const requested: string[] = [];
        page.on('request', (request) => requested.push(new URL(request.url()).pathname));
        const solvers = () => requested.filter((path) => path.includes('proof-of-work'));
        const element = await openForm(page, server, form);
        expect(solvers(), 'nobody has touched the form').toEqual([]);
        await fillIn(page, form);
        const sent = await send(page, form);
        if (!form.file) {
          expect(sent).toContain('form_token');
          expect(sent?.includes('form_proof')).toBe(needsProof);
        }
        expect(solvers()).toHaveLength(needsProof ? 2 : 0);
        const received = { status: 'received', name: 'Ada Byron' };
        expect(stored(form.kind)).toEqual([received]);

        // The next one has a new token and an unused proof.
        await fillIn(page, form);
        await send(page, form);
        expect(stored(form.kind)).toEqual(Array(2).fill(received));

        const [label = ''] = Object.keys(form.fields).slice(-1);
        await fillIn(page, { ...form, file: undefined });
        await element.getByLabel(label).fill('See https://ada.example');
        await openForm(page, server, form);
        await expect(element.getByLabel(label)).toHaveValue('See https://ada.example');
        if (form.file) await element.getByLabel('Resume*').setInputFiles(form.file);
        // Submit is the first touch: a token would arrive while the button is pressed.
        await element.getByRole('button', { name: 'Submit' }).click({ delay: 500 });
        await expect(element.getByRole('status')).toContainText('Thank you.');
        expect(stored(form.kind)).toEqual(Array(3).fill(received));
      });
    }

    const [enquiry] = forms;

    test(`an enquiry without a token is thanked for, and ${needsProof ? 'stored as spam' : 'received'}`, async ({
      page,
      noise,
    }) => {
      noise.allow(/forms\/token/u);
      await page.route('**/forms/token?*', (route) => route.abort());
      await openForm(page, server, enquiry);
      await fillIn(page, enquiry);
      expect(await send(page, enquiry)).not.toContain('form_token');
      expect(stored(enquiry.kind)).toMatchObject([{ status: needsProof ? 'spam' : 'received' }]);
    });

    // Only a token that has a proof is used once.
    if (!needsProof) return;
    test('changed input after a failure is sent with another token', async ({ page, noise }) => {
      noise.allow(/Failed to load resource|(?:response|HTTP error! status:) 503/u);
      await openForm(page, server, enquiry);
      await fillIn(page, enquiry);
      // It is stored, and its response is lost.
      await page.route(`**${enquiry.action}`, async (route) => {
        await route.fetch();
        await route.fulfill({ status: 503, json: { message: 'Not now' } });
      });
      const element = page.getByRole('form', { name: enquiry.name, exact: true });
      await element.getByRole('button', { name: 'Submit' }).click();
      await expect(element.getByRole('alert')).toBeVisible();
      await page.unroute(`**${enquiry.action}`);
      await element.getByLabel('Name*').fill('Ada King');
      await send(page, enquiry);
      expect(stored(enquiry.kind)[0]).toEqual({ status: 'received', name: 'Ada King' });
    });
  });
}
