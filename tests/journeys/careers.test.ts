import { utimes, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { resumeMessages } from '../../app/shared/forms/resume-field.ts';
import { messages } from '../../app/shared/submission-rules.ts';
import { expect, findText, open, test } from '../harness/browser.ts';
import { positionCategories, positions } from '../harness/content.ts';
import { dropFile } from '../harness/drop-file.ts';

// Positions and applications (Specification 2, Careers; 4; 5).

const position = firstOf(positions);
const countOf = (slug: string) => positions.filter(({ category }) => category === slug).length;

const list = (page: Page) => page.getByRole('tabpanel');
const card = (page: Page) =>
  list(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 3, name: position.title, exact: true }) });

async function openForm(page: Page) {
  await open(page, '/join-us');
  await card(page).getByRole('button', { name: 'View Detail Requirement' }).click();
  return page.getByRole('form', { name: `Apply for ${position.title}` });
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('tabs with counts; a tab shows its positions and is in the URL', async ({ page }) => {
  await open(page, '/join-us');
  await expect(page.getByRole('tab').first()).toHaveText(`All positions (${positions.length})`);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(`All positions (${positions.length})`);
  await expect(list(page).getByRole('article')).toHaveCount(positions.length);
  for (const { slug, name } of positionCategories.filter(({ slug }) => countOf(slug) > 0)) {
    const tab = page.getByRole('tab', { name });
    await expect.soft(tab).toContainText(String(countOf(slug)));
  }
  const category = positionCategories.find(({ slug }) => slug === position.category);
  await page.getByRole('tab', { name: category?.name ?? '' }).click();
  await expect(page).toHaveURL(`/join-us?cat=${position.category}`);
  await expect(list(page).getByRole('article')).toHaveCount(countOf(position.category));
  await page.reload();
  await expect(page.getByRole('tab', { name: category?.name ?? '' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(list(page).getByRole('article')).toHaveCount(positions.length);
});

test("a category's link with the parameter of a campaign opens its tab, and Back to it too", async ({ page }) => {
  await open(page, `/join-us?utm_source=linkedin&cat=${position.category}`);
  const { name = '' } = positionCategories.find(({ slug }) => slug === position.category) ?? {};
  const expectCategory = async () => {
    await expect(page.getByRole('tab', { selected: true })).toContainText(name);
    await expect(list(page).getByRole('article')).toHaveCount(countOf(position.category));
  };
  await expectCategory();
  await page.getByRole('tab').first().click();
  await expect(list(page).getByRole('article')).toHaveCount(positions.length);
  await page.goBack();
  await expect(page).toHaveURL(/utm_source=linkedin/u);
  await expectCategory();
});

test('arrow keys on the tabs add one history entry together, a click adds one, a second click none', async ({
  page,
}) => {
  await open(page, '/join-us');
  const entries = await page.evaluate(() => history.length);
  const shown = page.getByRole('tab', { selected: true });
  await page.getByRole('tab').first().focus();
  for (const slug of ['', ...positionCategories.map(({ slug }) => slug)].slice(1, 3)) {
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(`/join-us?cat=${slug}`);
  }
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.goBack();
  await expect(page).toHaveURL('/join-us');
  await expect(list(page).getByRole('article')).toHaveCount(positions.length);
  await shown.press('ArrowDown');
  await expect(page).toHaveURL(/\?cat=/u);
  await page.getByRole('tab').first().click();
  await expect(page).toHaveURL('/join-us');
  await shown.click();
  await expect(list(page)).toHaveAttribute('aria-busy', 'false');
  expect(await page.evaluate(() => history.length)).toBe(entries + 2);
});

test('Forward before the positions of Back have arrived shows its own tab', async ({ page }) => {
  await open(page, '/join-us');
  const tab = page.getByRole('tab', {
    name: positionCategories.find(({ slug }) => slug === position.category)?.name ?? '',
  });
  await tab.click();
  await expect(list(page).getByRole('article')).toHaveCount(countOf(position.category));
  await page.route('**/join-us', () => {});
  await page.goBack();
  await expect(tab).toHaveAttribute('aria-selected', 'false');
  await page.goForward();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
});

test('a card has a summary and expands by its toggle; open, it has an address, which opens it again', async ({
  page,
}) => {
  await open(page, `/join-us?cat=${position.category}`);
  for (const text of ['JD ID', position.job_id, 'Experience Level', 'Location'])
    await expect(card(page)).toContainText(text);
  const form = page.getByRole('form', { name: `Apply for ${position.title}` });
  await expect(form).toBeHidden();
  const toggle = card(page).getByRole('button', { name: /^View/u });
  await expect(toggle).toHaveAccessibleName('View Detail Requirement');
  await expect(toggle).toHaveAccessibleDescription(position.title);
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('View Less');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(form).toBeVisible();
  await expect(page).toHaveURL(`/join-us?cat=${position.category}#${position.job_id}`);
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(form).toBeVisible();
  await expect(card(page)).toBeInViewport();
  await toggle.click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(`/join-us?cat=${position.category}`);
  await page.evaluate((id) => location.assign(`#${id}`), position.job_id);
  await expect(form).toBeVisible();
});

test('Back to the address of an open card opens it again', async ({ page }) => {
  await open(page, '/join-us');
  await card(page).getByRole('button', { name: 'View Detail Requirement' }).click();
  const category = positionCategories.find(({ slug }) => slug === position.category);
  await page.getByRole('tab', { name: category?.name ?? '' }).click();
  await expect(page).toHaveURL(`/join-us?cat=${position.category}`);
  await expect(card(page).getByRole('button', { expanded: false })).toBeVisible();
  await page.goBack();
  await expect(list(page).getByRole('article')).toHaveCount(positions.length);
  await expect(card(page).getByRole('button', { name: 'View Less', expanded: true })).toBeVisible();
});

test('the browser finds a text in the details of a closed position, and opens it, in another category too', async ({
  page,
}) => {
  await open(page, '/join-us');
  const point = card(page).getByRole('listitem', { includeHidden: true }).first();
  const text = (await point.textContent())?.split(/\s+/u, 6).join(' ') ?? '';
  await card(page).getByRole('button', { name: 'View Detail Requirement' }).click();
  await card(page).getByRole('button', { name: 'View Less' }).click();
  await expectFound();
  await page
    .getByRole('tab')
    .filter({ hasText: positionCategories.find(({ slug }) => slug === position.category)?.name ?? '' })
    .click();
  await expect(list(page).getByRole('article')).toHaveCount(countOf(position.category));
  await expectFound();

  async function expectFound() {
    await expect(point).toBeHidden();
    await findText(page, text);
    await expect(point).toBeInViewport();
    await expect(card(page).getByRole('button', { name: 'View Less', expanded: true })).toBeVisible();
  }
});

test('Submit shows the message of every required field, lists them, and goes to the first', async ({ page }) => {
  const form = await openForm(page);
  await expect(form.getByLabel('Name*')).not.toHaveAttribute('aria-invalid');
  await form.getByRole('button', { name: 'Submit' }).click();
  const expected = {
    'Name*': 'Please enter your name',
    'Email*': 'Please enter valid email address',
    'Phone Number*': 'Please enter your phone number',
    'Resume*': 'Please select resume',
    'Message*': 'Please enter Message',
  };
  const summary = form.getByRole('alert');
  for (const [label, message] of Object.entries(expected)) {
    await expect.soft(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect.soft(form.getByLabel(label)).toHaveAccessibleDescription(message);
    await expect.soft(summary).toContainText(message);
  }
  await expect(form.getByLabel('Name*')).toBeFocused();
});

test('a resume that was saved again since it was selected must be selected again', async ({ page, noise }) => {
  noise.allow(/ERR_UPLOAD_FILE_CHANGED/u);
  const form = await openForm(page);
  const file = test.info().outputPath('ada.pdf');
  await writeFile(file, smallPdf);
  // Chromium compares whole seconds.
  await utimes(file, 1e9, 1e9);
  await form.getByLabel('Name*').fill('Ada Byron');
  await form.getByLabel('Email*').fill('ada@example.com');
  await form.getByLabel('Phone Number*').fill('+1 212 555 0148');
  await form.getByLabel('Message*').fill('I would like to cross again.');
  const resume = form.getByLabel('Resume*');
  await resume.setInputFiles(file);
  await writeFile(file, `${smallPdf}\n`);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(resume).toHaveAccessibleDescription(resumeMessages.unreadable);
  await expect(form.getByLabel('Name*')).toHaveValue('Ada Byron');
  await resume.setInputFiles(file);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByRole('status')).toContainText('Thank you.');
});

test('positions with the same title have drafts of their own', async ({ page }) => {
  const other = firstOf(positions.slice(1));
  await page.route('**/join-us', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(`Apply for ${other.title}`, `Apply for ${position.title}`);
    await route.fulfill({ response, body });
  });
  await open(page, '/join-us');
  const formOf = async ({ job_id }: typeof position) => {
    const article = list(page).getByRole('article').filter({ hasText: job_id });
    await article.getByRole('button', { name: /^View/u }).and(page.locator('[aria-expanded="false"]')).click();
    const form = article.locator('form');
    await form.getByLabel('Message*').focus();
    await expect(article.locator('[data-island="application-form"]')).toHaveAttribute('data-ready');
    return form;
  };
  await (await formOf(position)).getByLabel('Message*').fill('For the first of them.');
  await expect((await formOf(other)).getByLabel('Message*')).toHaveValue('');
});

test('a resume of the wrong type or size shows its message at once, and the picker offers the right types', async ({
  page,
}) => {
  const form = await openForm(page);
  const resume = form.getByLabel('Resume*');
  await expect(resume).toHaveAttribute('accept', '.doc,.docx,.pdf');
  // Without this, Chromium exposes it as invalid.
  await expect(resume).toHaveAttribute('aria-invalid', 'false');
  await expect(resume).toHaveAccessibleDescription('doc, docx or pdf, at most 6 MB');
  await resume.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await expect(resume).toHaveAccessibleDescription('Please Select Only doc, docx and pdf file');
  const [tooLarge, largest] = ['large.pdf', 'me.pdf'].map((name) => test.info().outputPath(name)) as [string, string];
  await writeFile(tooLarge, Buffer.alloc(6_291_457));
  await writeFile(largest, Buffer.alloc(6_291_456));
  await resume.setInputFiles(tooLarge);
  await expect(resume).toHaveAccessibleDescription('File should be less than 6 MB');
  await resume.setInputFiles(largest);
  await expect(resume).toHaveAttribute('aria-invalid', 'false');
  await expect(form.getByLabel('Name*'), 'not touched yet').not.toHaveAttribute('aria-invalid');
});

test('a resume dropped on its field, which shows that it may be, is selected; beside it, the browser does not open it', async ({
  page,
}) => {
  const form = await openForm(page);
  const resume = form.getByLabel('Resume*');
  const file = test.info().outputPath('ada.pdf');
  await writeFile(file, smallPdf);
  await form.getByLabel('Name*').fill('Ada Byron');
  await dropFile(file, resume, -10, () => expect(resume).toHaveCSS('outline-style', 'none'));
  await dropFile(file, resume, 5, () => expect(resume).toHaveCSS('outline-style', 'solid'));
  await expect(resume).toHaveCSS('outline-style', 'none');
  await expect(resume).toHaveValue(/ada\.pdf$/u);
  expect(page.context().pages()).toHaveLength(1);
  await expect(form.getByLabel('Name*')).toHaveValue('Ada Byron');
});

test('an application that is being sent stays in sight in other categories, with its outcome and its input', async ({
  page,
  noise,
}) => {
  noise.allow(/500/u);
  const form = await openForm(page);
  const typed = await fillIn(form);
  const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let sent = 0;
  await page.route('**/wp-json/positions/mail', async (route) => {
    await responses[sent++]?.promise;
    if (sent === 1) await route.fulfill({ status: 500 });
    else await route.continue();
  });
  const nameOf = (slug: string) => positionCategories.find((each) => each.slug === slug)?.name ?? 'All positions';
  const tabOf = (slug: string) => page.getByRole('tab', { name: nameOf(slug) });
  const openTab = async (slug: string) => {
    await tabOf(slug).click();
    await expect(page).toHaveURL(`/join-us${slug && `?cat=${slug}`}`);
    const shown = slug ? countOf(slug) + (slug === position.category ? 0 : 1) : positions.length;
    await expect(list(page).getByRole('article')).toHaveCount(shown);
  };
  const [elsewhere = '', another = ''] = positionCategories
    .filter(({ slug }) => slug !== position.category && countOf(slug) > 0)
    .map(({ slug }) => slug);

  await form.getByRole('button', { name: 'Submit' }).click();
  await openTab(elsewhere);
  await expect(form.getByRole('progressbar')).toBeVisible();
  responses[0].resolve();
  await expect(form.getByRole('alert')).toHaveText(/^Failed to send message/u);
  await openTab(position.category);
  await openTab('');
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
  await expect(form.getByLabel('Resume*')).toHaveValue(/ada\.pdf$/u);

  await form.getByRole('button', { name: 'Submit' }).click();
  await openTab(elsewhere);
  await page.route(`**/join-us?cat=${another}`, () => {});
  await tabOf(another).click();
  responses[1].resolve();
  await expect(form.getByRole('status')).toContainText('Thank you.');
  await openTab(position.category);
  await expect(form.getByRole('status')).toContainText('Thank you.');
});

test('a form filled in, with its resume, is still there after a look at another category, and cleared once it is sent', async ({
  page,
}) => {
  // As in browsers that block all cookies.
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    }),
  );
  const form = await openForm(page);
  const typed = await fillIn(form);
  const other = positionCategories.find(({ slug }) => slug !== position.category)?.name ?? '';
  await page.getByRole('tab', { name: other }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('tab').first().click();
  await card(page).getByRole('button', { name: 'View Detail Requirement' }).click();
  await form.scrollIntoViewIfNeeded();
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
  await expect(form.getByLabel('Resume*')).toHaveValue(/ada\.pdf$/u);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByRole('status')).toContainText('Thank you.');
  for (const label of [...Object.keys(typed), 'Resume*']) await expect(form.getByLabel(label)).toHaveValue('');
});

test('a closed position shows a message, and keeps the input', async ({ page, noise }) => {
  noise.allow(/422/u);
  const form = await openForm(page);
  const typed = await fillIn(form);
  // As if the position had been removed from the content.
  await form.locator('[name=jobid]').evaluate((field: HTMLInputElement) => {
    field.value = 'SW-0000';
  });
  const response = page.waitForResponse('**/wp-json/positions/mail');
  await form.getByRole('button', { name: 'Submit' }).click();
  expect((await response).status()).toBe(422);
  await expect(form.getByRole('alert')).toHaveText(messages.positionClosed);
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
  expect(await form.getByLabel('Resume*').evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe(
    'ada.pdf',
  );
  await expect(form.getByRole('button', { name: 'Submit' })).toBeFocused();
});

/** Fills in an application and selects a résumé. @returns the texts by label */
async function fillIn(form: Locator) {
  const texts = {
    'Name*': 'Ada Byron',
    'Email*': 'ada@example.com',
    'Phone Number*': '+1 212 555 0148',
    'Message*': 'I would like to cross.',
  };
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).fill(text);
  await form
    .getByLabel('Resume*')
    .setInputFiles({ name: 'ada.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPdf) });
  return texts;
}

/** The smallest text that passes as a PDF by its first and last lines. */
const smallPdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is a position');
  return first;
}
