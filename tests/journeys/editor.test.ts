import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { parse } from 'yaml';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { loadContent } from '../../app/content/load-content.ts';
import { dataNames } from '../../app/platform/files/data-directory.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { maxBytes } from '../../app/platform/media/picture-kinds.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { dropFile } from '../harness/drop-file.ts';
import { fieldOf, previewOf, test, withoutPage } from '../harness/editor-window.ts';
import { pinnedNode, root, startMs } from '../harness/server.ts';

// `npm run edit` in a browser: the editor, the files it writes, and the page beside it.

/** An article, and its place in the editor. */
const file = 'articles/insights/first-insight.md';
const entry = 'articles-insights/entries/first-insight';

let content: ContentDirectory;
let dataDirectory: string;
let editing: ChildProcess;
let ended: Promise<number | null>;
let origin: string;

test.describe.configure({ mode: 'default', timeout: 300_000 });

test.beforeAll(async () => {
  test.setTimeout(startMs);
  content = await createContentDirectory();
  dataDirectory = await mkdtemp(join(tmpdir(), 'editing-'));
  // The site has run here: it fills the file at the first use.
  await writeFile(join(dataDirectory, dataNames.database), '');
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  editing = spawn(pinnedNode, ['commands/edit.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      CONTENT_DIR: content.path,
      DATA_DIR: dataDirectory,
      SITE_URL: 'https://www.acme.example',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ended = new Promise((resolve) => editing.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    editing.once('exit', (code) => reject(new Error(`The editor ended with ${code}`)));
    editing.stdout?.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('Edit the site at')) resolve();
    });
  });
});

test.afterEach(() => content.restore());

test.afterAll(async () => {
  editing.kill('SIGTERM');
  expect(await ended).toBe(0);
  await content[Symbol.asyncDispose]();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Opens an entry in the editor and waits for its fields. */
async function openFields(page: Page, entry: string, field: string) {
  await page.goto(`${origin}/edit#/collections/${entry}`);
  return fieldsOf(page, field);
}

/** Waits for the fields of an entry, by one of them. */
async function fieldsOf(page: Page, field: string) {
  const box = page.getByRole('textbox', { name: field, exact: true }).first();
  await expect(box).toBeVisible();
  return { box, ...previewOf(page) };
}

/** Opens an entry in the editor and waits for its fields, and for its page beside them. */
async function openEntry(page: Page, entry: string, field: string) {
  const opened = await openFields(page, entry, field);
  await expect(opened.preview.getByRole('heading', { level: 1 })).toBeVisible();
  return opened;
}

/** The frame of the site beside the fields; undefined while it loads. */
const siteFrameOf = (page: Page) =>
  page.frames().find((frame) => frame.url().startsWith('http://127.0.0.1') && !frame.url().startsWith(origin));

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test.describe('With transitions', () => {
  test.use({ viewTransitions: true });
  test('an author edits an article', async ({ page, noise }) => {
    // Of Sveltia's page, which is loaded again during its own transition.
    noise.allow(/^uncaught: .*ViewTransition opt-in disabled/u);
    const foreign: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') foreign.push(request.url());
    });
    await content.write('media/report.pdf', '%PDF-1.7\n');
    const before = `${(await content.read(file)).replace('---\n', '---\n# Kept by hand\n')}\nSee [the report](/media/report.pdf).\n`;
    await content.write(file, before);
    const title = /^title: (.*)$/mu.exec(before)?.[1] ?? '';
    const { box, pane, preview } = await openEntry(page, entry, 'Title');

    await test.step('a link to a file in the page opens in a tab of its own', async () => {
      const link = preview.getByRole('link', { name: 'the report' });
      await link.click();
      await expect(link, 'the page is still there').toHaveAttribute('target', '_blank');
      // This browser downloads PDFs. Others show them, unless the tab has the limits of the frame.
      await expect(page.getByTitle('Content Preview')).toHaveAttribute('sandbox', /allow-popups-to-escape-sandbox/u);
    });

    await test.step('the title is on the page while it is typed', async () => {
      await expect(box).toHaveValue(title);
      await expect(page.getByLabel('_default'), 'labels name no language').toHaveCount(0);
      await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title);
      await box.fill('A title with blob:; in it');
      await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A title with blob:; in it');
      expect(await content.read(file)).toBe(before);
    });

    await test.step('the page stays where the author has scrolled it', async () => {
      const shown = () => siteFrameOf(page);
      await shown()?.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
      await box.fill('A title from an author');
      await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A title from an author');
      await expect.poll(() => shown()?.evaluate(() => scrollY)).toBe(300);
      expect(await shown()?.evaluate(() => document.querySelector('[data-route-overlay]')?.checkVisibility())).not.toBe(
        true,
      );
    });

    await test.step('the page scrolls to a change that is not in view', async () => {
      await siteFrameOf(page)?.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      const heading = preview.getByRole('heading', { level: 1 });
      await expect(heading).not.toBeInViewport();
      await box.fill('A title from the editor');
      await expect(heading).toHaveText('A title from the editor');
      await expect(heading).toBeInViewport();
    });

    await test.step('a message of the checker is beside its field until the mistake is fixed', async () => {
      const text = page.getByRole('textbox', { name: 'Banner description' });
      const described = await text.inputValue();
      await text.fill('two  \n lines');
      const field = fieldOf(page, 'Banner description');
      await expect(field.getByText('must be one line')).toBeVisible();
      const listed = await pane.getByRole('button', { name: /^Banner description: must be one line/u }).elementHandle();
      for (const typed of ['A title from the', 'A title from the editor']) {
        const response = page.waitForResponse('**/edit/draft');
        await box.fill(typed);
        await response;
      }
      expect(await listed?.evaluate(({ isConnected }) => isConnected), 'the alert is not read aloud again').toBe(true);
      await pane.getByRole('button', { name: /^Banner description: must be one line/u }).click();
      await expect(text).toBeFocused();
      await expect(text).toHaveAccessibleDescription(/must be one line/u);
      await text.fill('A plate of another kind');
      await expect(field.getByText('must be one line')).toHaveCount(0);
      await expect(preview.getByRole('img', { name: 'A plate of another kind' })).toBeVisible();
      await text.fill(described);
    });

    await test.step('the page has the width of a desktop or a phone, and a link for others', async () => {
      const width = () =>
        siteFrameOf(page)
          ?.evaluate(() => innerWidth)
          // The frame may be loading the page of the last change.
          .catch(() => undefined);
      await expect.poll(width).toBe(1440);
      await pane.getByLabel('Phone').check();
      await expect.poll(width).toBe(390);
      await pane.getByRole('button', { name: 'Preview link' }).click();
      await expect(pane.getByRole('textbox', { name: /^Preview link/u })).toHaveValue(
        /^https:\/\/www\.acme\.example\/preview\/[\w.-]+$/u,
      );
    });

    await test.step('Save changes nothing else in the file', async () => {
      await save(page);
      await expect.poll(() => content.read(file)).toBe(before.replace(title, 'A title from the editor'));
      // The editor opens the list once the file is written, and would leave an entry that is opened before that.
      await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
    });

    await test.step('the author may be a guest', async () => {
      await openEntry(page, entry, 'Title');
      const author = fieldOf(page, 'Author');
      await author.getByRole('combobox').selectOption('A guest, by name…');
      await save(page);
      await expect(author.getByText('required')).toBeVisible();
      await author.getByRole('combobox').selectOption('Ada One');
      await expect(author.getByText('required')).toBeHidden();
      await author.getByRole('combobox').selectOption('A guest, by name…');
      await author.getByRole('textbox', { name: 'Name of the guest' }).fill('Jane Doe');
      await expect(preview.getByText('Jane Doe').first()).toBeVisible();
      await save(page);
      await expect.poll(() => content.read(file)).toMatch(/^author:\s+(?:\{ )?name: Jane Doe/mu);
    });

    await test.step('signing out opens the editor again: on one’s own machine there is no account', async () => {
      await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
      await page.goto(`${origin}/edit#/assets`);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${origin}/edit#/collections/articles-insights`);
    });
    expect(foreign).toEqual([]);
  });
});

test('An entry with a mistake is not saved, and the message of the checker is shown', async ({ page }) => {
  const before = await content.read('pages/contact-us.yaml');
  const { box, pane } = await openEntry(page, 'pages/entries/contact-us', 'Address');
  await box.fill('/');
  await expect(pane.getByRole('alert')).toContainText(/pages\/home\.yaml, line \d+ \(Address\): has the path "\/"/u);
  await save(page);
  const refusal = page.getByRole('alertdialog', { name: 'Error' });
  await expect(refusal.getByText(/pages\/home\.yaml, line \d+ \(Address\): has the path "\/"/u)).toBeVisible();
  await expect(refusal, 'no other advice than the reason').not.toContainText('try again later', { useInnerText: true });
  expect(await content.read('pages/contact-us.yaml')).toBe(before);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(refusal).toBeHidden();
  await expect(pane.getByRole('alert')).toContainText('is missing: no file has the path "/contact-us"');

  await test.step('a field that is still empty, such as that of a new section, is no mistake yet', async () => {
    await box.fill('');
    await expect(pane.getByText('The page shows your change once these fields are filled:')).toBeVisible();
    await pane.getByRole('button', { name: 'Address', exact: true }).click();
    await expect(box).toBeFocused();
    await expect(pane.getByRole('alert'), 'hidden while it is empty').toHaveCount(0);
  });

  await test.step('a narrow window, which shows the page in place of the fields, names the field', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await box.fill('no path');
    const preview = page.getByRole('button', { name: /preview/iu });
    await preview.click();
    await expect(pane.getByRole('alert')).toContainText(/Address: takes /u);
    await preview.click();
    const besideField = fieldOf(page, 'Address').getByText(/^takes a path/u);
    await expect(besideField).toBeVisible();
    await box.fill('/path');
    await expect(besideField).toBeHidden();

    const type = fieldOf(page, 'Sections').getByText('Contact form, articles or positions').last();
    await type.scrollIntoViewIfNeeded();
    await expect(type).toBeInViewport();
    await expect(type, 'it ends before the arrows of its section').not.toBeInViewport({ ratio: 0.9 });
  });
});

test('The page beside the fields is late: its author reads that, or why, and it shows the last change', async ({
  page,
}) => {
  await test.step('it is being rendered for the first time', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/edit/draft', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${origin}/edit#/collections/${entry}`);
    const hint = page.frameLocator('iframe[title="Content Preview"]').getByText('The page appears here in a moment.');
    await expect(hint).toBeVisible();
    held.resolve();
    await expect(hint).toBeHidden();
    await page.unroute('**/edit/draft');
  });

  const { box, pane, preview } = await openEntry(page, entry, 'Title');
  const heading = preview.getByRole('heading', { level: 1 });

  await test.step('a change that arrives while the page is being loaded is shown, too', async () => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route('**/edit/framed-page.js', async (route) => {
      begun.resolve();
      await held.promise;
      await route.continue();
    });
    await box.fill('A first change');
    await begun.promise;
    const draft = page.waitForResponse('**/edit/draft');
    await box.fill('A second change');
    await draft;
    held.resolve();
    await expect(heading).toHaveText('A second change');
    await page.unroute('**/edit/framed-page.js');
  });

  await test.step('while the editor cannot be reached, nothing is to be corrected', async () => {
    await page.route('**/edit/draft', (route) => route.abort());
    await box.fill('A change without a connection');
    const alert = pane.getByRole('alert');
    await expect(alert).toContainText('The editor cannot be reached');
    await expect(alert).not.toContainText('Please correct');
    await page.unroute('**/edit/draft');
    await box.fill('A change with a connection');
    await expect(heading).toHaveText('A change with a connection');
    await expect(alert).toHaveCount(0);
  });
});

test('An author goes from one file of the company directly to another, as by a link to a mistake', async ({ page }) => {
  const pane = page.frameLocator('iframe[title="Content Preview"]');
  const goTo = (file: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `/collections/settings/entries/${file}`);
  await page.goto(`${origin}/edit#/collections/settings/entries/mail`);

  await test.step('no page shows the mail to visitors', async () => {
    await expect(pane.getByText('Visitors read this in their mail')).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(pane.getByTitle('Preview of the page'), 'the empty place is dark').not.toHaveCSS(
      'background-color',
      'rgb(255, 255, 255)',
    );
  });

  await goTo('offices');
  await expect(fieldOf(page, 'Offices')).toBeVisible();
  await goTo('people');
  await expect(fieldOf(page, 'Advisors')).toBeVisible();

  await test.step('a message above the page leads to its field, which the editor has not rendered yet', async () => {
    await page.getByRole('button', { name: /^Add .?Advisor/u }).click();
    await pane.getByRole('button', { name: /^Advisor \d+ › LinkedIn$/u }).click();
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-key-path]')?.getAttribute('data-key-path'));
    await expect.poll(focused).toMatch(/^advisors\.\d+\.linkedin$/u);
  });
});

test('The Tab key leads through all sections of a page, also those below the window', async ({ page }) => {
  // Two sections cannot have one anchor, and one of them is duplicated.
  await content.edit('pages/home.yaml', '    anchor: aboutus\n', '');
  const { box, pane } = await openEntry(page, 'pages/entries/home', 'Address');
  const revertAll = async (response: 'accept' | 'dismiss') => {
    const question = page.waitForEvent('dialog');
    await page.getByRole('button', { name: 'Show Editor Options' }).click();
    const clicked = page.getByRole('menuitem', { name: 'Revert All Changes' }).click();
    await (await question)[response]();
    await clicked;
  };
  await box.focus();
  const reached: string[] = [];
  while (!reached.at(-1)?.includes('Add') || !reached.at(-1)?.includes('Section')) {
    expect(reached.length, reached.join('\n')).toBeLessThan(60);
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '';
      }),
    );
  }
  expect(
    reached.filter((label) => label === 'Reorder Item'),
    reached.join('\n'),
  ).toHaveLength(2);

  await test.step('a section is removed after a question', async () => {
    const removals = fieldOf(page, 'Sections').getByRole('button', { name: 'Remove', exact: true });
    for (const [response, left] of [
      ['dismiss', 2],
      ['accept', 1],
    ] as const) {
      page.once('dialog', (dialog) => dialog[response]());
      await removals.last().press('Enter');
      await expect(removals).toHaveCount(left);
    }
  });

  await test.step('and comes back when all changes are undone, after another question', async () => {
    const removals = fieldOf(page, 'Sections').getByRole('button', { name: 'Remove', exact: true });
    for (const [response, left] of [
      ['dismiss', 1],
      ['accept', 2],
    ] as const) {
      await revertAll(response);
      await expect(removals).toHaveCount(left);
      // Closes the menu, which stays open if it is not done.
      if (response === 'dismiss') await page.keyboard.press('Escape');
    }
  });

  await test.step('the page scrolls to a section that is moved, and to where one is removed', async () => {
    await pane.getByRole('radio', { name: 'Phone' }).check();
    const sections = fieldOf(page, 'Sections');
    const place = sections.getByRole('button', { name: 'Reorder Item' }).first();
    await place.scrollIntoViewIfNeeded();
    page.once('dialog', (dialog) => dialog.accept());
    for (const change of [
      () => place.press('ArrowDown'),
      () => sections.getByRole('button', { name: 'Remove', exact: true }).last().click(),
    ]) {
      await siteFrameOf(page)?.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await change();
      const scrolled = () =>
        siteFrameOf(page)
          ?.evaluate(() => scrollY)
          // The frame may be loading the page of the change.
          .catch(() => 0);
      await expect.poll(scrolled).toBeGreaterThan(0);
    }
  });

  await test.step('a section of the last type in the menu is added without a question', async () => {
    await page.getByRole('button', { name: /^Add .?Section/u }).click();
    await page.getByRole('menuitem').last().click();
    await expect(fieldOf(page, 'Sections').getByText('2 Sections', { exact: true })).toBeVisible();
  });

  await test.step('a section with a list is duplicated', async () => {
    const sections = fieldOf(page, 'Sections');
    await revertAll('accept');
    await sections.getByRole('button', { name: 'List Item Options' }).first().click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(sections.getByText('3 Sections', { exact: true })).toBeVisible();
    await save(page);
    const saved = async () => parse(await content.read('pages/home.yaml')).sections;
    await expect.poll(saved).toHaveLength(3);
    const [first, second] = await saved();
    expect(second).toEqual(first);
  });
});

test('A new article, opened by keyboard and once restored, with a picture dropped onto its field is shown while it is written, and saved', async ({
  page,
}) => {
  const photograph = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c42' } })
    .jpeg()
    .toBuffer();
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const picture = join(folder, 'pier.jpg');
  await writeFile(picture, photograph);
  const tooLarge = join(folder, 'scan.jpg');
  await writeFile(tooLarge, photograph);
  await truncate(tooLarge, maxBytes + 1);

  await page.goto(`${origin}/edit#/collections/articles-insights`);
  await page.getByRole('button', { name: 'Create New Entry' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Content Editor' })).toBeFocused();
  const { box, pane, preview } = await fieldsOf(page, 'Title');
  await expect(pane.getByText('once the fields with a star are filled')).toBeVisible();
  await expect(pane.getByRole('link', { name: 'Open in a tab' }), 'no other page in its place').toBeHidden();
  await expect(
    pane.getByRole('button', { name: 'Preview link' }),
    'nothing to link to before it is saved',
  ).toBeHidden();
  await box.fill('A new “café” article');
  const author = fieldOf(page, 'Author').getByRole('combobox');
  await author.selectOption('Ada One');
  // The editor stores nothing before a key or a click.
  await page.getByRole('textbox', { name: 'Excerpt' }).press('A');
  await page.keyboard.type('bout it.');
  await page.reload();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(author).toHaveValue('ada-one');
  await fieldOf(page, 'Date').getByRole('button', { name: 'Today' }).click();
  await dropFile(tooLarge, fieldOf(page, 'Banner').getByText('Drop an image file here'));
  await page.getByRole('alertdialog', { name: 'Large File' }).getByRole('button', { name: 'OK' }).click();
  await dropFile(picture, fieldOf(page, 'Banner').getByText('Drop an image file here'));
  await page.getByRole('textbox', { name: 'Banner description' }).fill('A pier at dusk');
  // The editor renders only the visible fields.
  await page.mouse.move(300, 600);
  await page.mouse.wheel(0, 5000);
  const text = fieldOf(page, 'Text').locator('[contenteditable="true"]');
  await text.click();
  await text.fill('It begins here.');

  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A new “café” article');
  await expect(preview.getByRole('img', { name: 'A pier at dusk' })).toBeVisible();
  const file = 'articles/insights/a-new-cafe-article.md';
  await expect(content.read(file)).rejects.toThrow('ENOENT');

  await save(page);
  await expect.poll(() => content.read(file).catch(() => '')).toContain('It begins here.');
  const [, front = ''] = (await content.read(file)).split(/^---\n/mu);
  expect(parse(front)).toMatchObject({ author: 'ada-one', excerpt: 'About it.' });
  const { media } = await loadContent(content.path, 'https://www.acme.example');
  expect([...media.keys()]).toContainEqual(expect.stringMatching(/^\/media\/pier\./u));
  await rm(folder, { recursive: true });
});

test('An author begins at the first field, reads warnings, and the focus stays while typing', async ({ page }) => {
  const before = await content.read(file);
  await content.write(
    file,
    `${before.replace(/^date: .*$/mu, 'date: 2999-01-01')}\n## More\n\n[A link](/ventures).\n\n> A quotation\n\n- A list\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[Later](/single/later/)\n`,
  );
  await content.write(
    'articles/insights/later.md',
    before.replace(/^id: .*$/mu, 'id: 201\npublish_at: 2999-03-01T12:00:00Z'),
  );
  await page.addInitScript(() => {
    addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.isContentEditable) document.documentElement.dataset.textHadFocus = '';
    });
    // The editor's own event, a moment after each change of a text.
    const noteText = ({ target }: Event) => {
      if ((target as Element).textContent.includes('A quotation')) document.documentElement.dataset.textIsShown = '';
    };
    addEventListener('Update', noteText, true);
  });
  const { box, pane } = await openEntry(page, entry, 'Title');
  await expect(pane.getByText('Is this intended?')).toBeVisible();
  await expect(
    pane.getByRole('button', {
      name: 'Date: is 2999-01-01, but the article is live before that day; "Publish at" delays it',
    }),
  ).toBeVisible();
  const later = pane.getByText('leads to a page that is not published until 1 March 2999 at');
  await expect(later, 'in the time zone of the author').toBeVisible();
  const text = page.locator('[data-key-path="body"] [contenteditable="true"]');
  await expect(text).toContainText('A quotation');
  const root = page.locator('html');
  await page.locator('html[data-text-is-shown]').waitFor();
  await expect(root).not.toHaveAttribute('data-text-had-focus');
  await expect(box).toBeInViewport();
  await text.click();
  await expect(text).toBeFocused();

  await test.step('also in a narrow window, where the fields come back after the page', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const preview = page.getByRole('button', { name: /preview/iu });
    await preview.click();
    await expect(pane.getByText('Is this intended?')).toBeVisible();
    await page.evaluate(() => {
      const { dataset } = document.documentElement;
      delete dataset.textHadFocus;
      delete dataset.textIsShown;
    });
    await preview.click();
    await page.locator('html[data-text-is-shown]').waitFor();
    await expect(root).not.toHaveAttribute('data-text-had-focus');
    await expect(preview).toBeFocused();
    await expect(box).toBeInViewport();
  });
});

/** The clipboard of Word: list items are paragraphs with a bullet, empty lines contain a no-break space. */
const word = (text: string) => `<html><body>
  <h1>The first part<o:p></o:p></h1>
  <p class=MsoNormal>It’s “short”.</p>
  <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span>One</p>
  <p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Half</p>
  <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Two</p>
  <h2>Why</h2>
  <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>First</p>
  <table><tr><td><p class=MsoNormal>Year</p></td></tr><tr><td><p class=MsoNormal>2026</p></td></tr></table>
  <p class=MsoNormal><o:p>&nbsp;</o:p></p>
  <p class=MsoNormal>${text}</p></body></html>`;

/** A copy by another program, in the clipboard of the browser. */
const copy = (page: Page, content: Readonly<Record<string, string>>) =>
  page.evaluate(async (parts) => {
    const blobs = Object.entries(parts).map(async ([type, part]) => {
      const bytes = type.startsWith('image/') ? await (await fetch(`data:${type};base64,${part}`)).blob() : part;
      return [type, new Blob([bytes], { type })] as const;
    });
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(await Promise.all(blobs)))]);
  }, content);

test.describe('With the fields alone', () => {
  test.use({ viewport: withoutPage });

  test('an author uploads a PDF, pastes a text from Word, links to the PDF, and reads why an upload or a deletion is refused', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const folder = await mkdtemp(join(tmpdir(), 'files-'));
    const at = async (name: string, bytes: string | Uint8Array) => {
      await writeFile(join(folder, name), bytes);
      return join(folder, name);
    };
    const picture = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#c42' } })
        .png()
        .toBuffer();
    const messages: string[] = [];
    page.on('dialog', (dialog) => {
      messages.push(dialog.message());
      return dialog.accept();
    });
    const expectMessage = (message: string) => expect.poll(() => messages.join('\n')).toContain(message);
    const text = page.locator('[data-key-path="body"] [contenteditable="true"]');

    await test.step('into the list of assets', async () => {
      await page.goto(`${origin}/edit#/assets`);
      const upload = async (path: string) => {
        await page.getByRole('button', { name: 'Upload' }).first().click();
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Choose Files' }).click();
        await (await chooser).setFiles(path);
        await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
      };
      await upload(await at('scan.png', await picture(5000, 4100)));
      await expectMessage('scan.png: has 5000 × 4100 pixels');
      await page.goto(`${origin}/edit#/collections/articles-insights`);
      await page.goto(`${origin}/edit#/assets`);
      await upload(await at('Report 2026 ü.pdf', '%PDF-1.7\n'));
      await expect.poll(() => content.read('media/report-2026-ue.pdf').catch(() => '')).toBe('%PDF-1.7\n');
      await page.goto(`${origin}/edit#/assets/content/media/report-2026-ue.pdf`);
      const shown = page.getByRole('link', { name: /report-2026-ue\.pdf$/u }).first();
      const publicUrl = (await shown.getAttribute('href')) ?? '';
      await expect.poll(async () => (await page.request.get(publicUrl)).status(), publicUrl).toBe(200);
    });

    const { box } = await openFields(page, entry, 'Title');

    await test.step('into the fields', async () => {
      const banner = fieldOf(page, 'Banner');
      await dropFile(await at('con.png', ''), banner.locator('.field-wrapper'), 30);
      await expectMessage('“con.png” is not uploaded. Windows does not allow this name.');
      await expect(banner).toContainText('plates/one.svg');
      const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);
      await dropFile(await at('IMG_1.HEIC', heic), text);
      await expectMessage('“IMG_1.HEIC” is not uploaded. A text takes pictures: JPEG');
      await dropFile(await at('IMG_2.jpg', heic), text);
      await expectMessage('“IMG_2.jpg” is not uploaded. It is larger than 20 MB, damaged, or');
      await text.evaluate((target) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([''], 'report.pdf'));
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await expectMessage('“report.pdf” is not uploaded. A text takes pictures: JPEG');
      await expect(text.getByRole('img')).toHaveCount(0);
    });

    await test.step('cells from Excel, which also copies a picture of them, are pasted as a table without pictures', async () => {
      await copy(page, {
        'text/html': '<table><tr><td>Year</td><td>Sum</td></tr><tr><td>2026</td><td>1.5</td></tr></table>',
        'image/png': (await picture(60, 40)).toString('base64'),
      });
      await text.click();
      await page.keyboard.press('ControlOrMeta+V');
      await expect(text.getByRole('table')).toHaveText('YearSum20261.5');
      await expect(text.getByRole('img')).toHaveCount(0);
      await text
        .locator('td')
        .first()
        .evaluate((cell) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([''], 'pier.jpg', { type: 'image/jpeg' }));
          cell.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
        });
      await expectMessage('A table takes no pictures');
    });

    await test.step('a text from Word, with a link to the PDF', async () => {
      const link = `<a href="http://127.0.0.1:${Number(new URL(origin).port) + 1}/media/report-2026-ue.pdf">the report</a>`;
      await copy(page, {
        'text/html':
          word(`10<sup>6</sup> t of <font color="#c42">CO<sub>2</sub></font>, <a href="#why">as <small>above</small></a></p>
      <blockquote><p>We measured.</p><p>Then we <b>built</b>.</p><ul><li>Then we left.</li></ul><footer>Ada</footer></blockquote><h3>How<br>much</h3>
      <p>See ${link} and<br><a href="https://www.google.com/url?q=https://a.example/%3Fb%3Dc&amp;sa=D">more</a>.`),
        'text/plain': 'A title from Word',
      });
      await box.fill('');
      await page.keyboard.press('ControlOrMeta+V');
      await expect(box).toHaveValue('A title from Word');
      await text.click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('ControlOrMeta+V');
      await expect(text).toContainText('and more', { useInnerText: true });
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('Next line.');
      await save(page);
      await expect
        .poll(async () => (await content.read(file)).split('---\n').at(-1)?.trim())
        .toBe(
          [
            '## The first part\n\nIt’s “short”.\n\n- One\n    - Half\n- Two\n\n### Why\n\n1. First',
            '| Year |\n| --- |\n| 2026 |\n\n10⁶ t of CO₂, as above\n\n> We measured.\\\n> Then we **built**.\\\n> Then we left.\\\n> Ada\n\n#### How much\n\nSee [the report](/media/report-2026-ue.pdf) and\\\n[more](https://a.example/?b=c).\\\nNext line.',
          ].join('\n\n'),
        );
      await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
    });

    await test.step('the deletion of an article to which a page links', async () => {
      await openFields(page, 'articles-success-stories/entries/first-story', 'Title');
      await page.getByRole('button', { name: 'Show Editor Options' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectMessage('"/single/first-story/" leads to a page that does not exist');
      expect(messages.at(-1)).toMatch(/^Nothing was changed\. Please correct first:\n• /u);
    });
    await rm(folder, { recursive: true });
  });

  test.describe('On a touchscreen', () => {
    test.use({ hasTouch: true, isMobile: true });
    test('an author chooses another file after one was refused', async ({ page }) => {
      const refusals: string[] = [];
      page.on('dialog', (dialog) => {
        refusals.push(dialog.message());
        return dialog.accept();
      });
      await page.goto(`${origin}/edit#/assets`);
      for (const name of ['Notes.docx', 'More notes.docx']) {
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Upload' }).click();
        await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from('notes') });
        await expect.poll(() => refusals.join()).toContain(`“${name}” is not uploaded. The site takes pictures`);
      }
    });
  });

  test('what an author writes is on the page as the editor shows it', async ({ page }) => {
    const [, front = ''] = (await content.read(file)).split(/^---\n/mu);
    const table = '| Name | `a \\| b` |\n| :-- | --: |\n| x \\| y | 1\\|2 |';
    // An article for each step: the editor looks for changes every ten seconds at most.
    const texts = {
      'a-table': table.replace('1\\|2', '1'),
      'a-mouse': table,
      'a-row': 'Below.',
      'a-list': '- One\n  - Two\n\n    ![A plate](/plates/one.svg)',
    };
    const fileOf = (name: string) => `articles/insights/${name}.md`;
    const withText = (name: keyof typeof texts, text: string) =>
      `---\n${front.replace(/^id: .*$/mu, `id: ${500 + Object.keys(texts).indexOf(name)}`)}---\n\n${text}\n`;
    for (const name of Object.keys(texts) as (keyof typeof texts)[])
      await content.write(fileOf(name), withText(name, texts[name]));
    const openText = async (name: keyof typeof texts) => {
      await openFields(page, `articles-insights/entries/${name}`, 'Title');
      // The editor renders only the visible fields.
      await page.mouse.move(300, 600);
      await page.mouse.wheel(0, 5000);
    };
    const expectSaved = async (name: keyof typeof texts, written: string) => {
      await save(page);
      await expect.poll(() => content.read(fileOf(name))).toBe(withText(name, written));
      await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
    };
    await openFields(page, entry, 'Title');
    const text = page.locator('[data-key-path="body"] [contenteditable="true"]');
    await text.locator('p').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const lines = async (...parts: string[]) => {
      for (const [index, part] of parts.entries()) {
        if (index > 0) await page.keyboard.press('Shift+Enter');
        await page.keyboard.type(part);
      }
      await page.keyboard.press('Enter');
    };
    await lines('Yours,', '---', 'Ada');
    await lines('## How', 'much');
    // A change of the selection that the editor learns of only after the key undoes the choice of italics.
    const italic = page.getByRole('button', { name: 'Italic' });
    await page.keyboard.type('unbe');
    await expect(text.locator('p').last()).toHaveText('unbe');
    await page.keyboard.press('ControlOrMeta+I');
    await expect(italic).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type('liev');
    await expect(text.locator('em')).toHaveText('liev');
    await page.keyboard.press('ControlOrMeta+I');
    await expect(italic).toHaveAttribute('aria-pressed', 'false');
    await lines('able');
    await lines('- One');
    await page.keyboard.press('Tab');
    await expect(text.locator('li li')).toBeVisible();
    await save(page);
    const written =
      '## Why\n\nBecause it was tested.\n\nYours,\\\n\\---\\\nAda\n\n## How much\n\nunbe*liev*able\n\n- One';
    await expect
      .poll(async () => (await content.read(file)).split('---\n').slice(2).join('---\n').trim())
      .toBe(written);

    await test.step('and stays so when it is opened again', async () => {
      await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
      await openFields(page, entry, 'Title');
      await expect(text.locator('p').nth(1)).toHaveText('Yours,\n---\nAda', { useInnerText: true });
      await expect(text.locator('em')).toHaveText('liev');
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    });

    await test.step('in a table and below it: columns, their alignment and the text stay', async () => {
      await openText('a-table');
      await expect(text.locator('td, th')).toHaveText(['Name', 'a | b', 'x | y', '1']);
      await text.locator('td').last().click();
      await page.keyboard.press('End');
      await page.keyboard.type('|2');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.type('Below the table.');
      await expectSaved('a-table', `${table}\n\nBelow the table.`);
    });

    await test.step('with the mouse', async () => {
      await openText('a-mouse');
      await expect(text.locator('td')).toHaveText(['x | y', '1|2']);
      const { width = 0, height = 0 } = (await text.boundingBox()) ?? {};
      await text.click({ position: { x: width / 2, y: height - 3 } });
      await page.keyboard.type('By mouse.');
      await expectSaved('a-mouse', `${table}\n\nBy mouse.`);
    });

    await test.step('in a row that is typed as in Markdown', async () => {
      await openText('a-row');
      await expect(text).toHaveText('Below.');
      await text.locator('p').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('| City | Days |', { delay: 50 });
      await expectSaved('a-row', 'Below.\n\n| City | Days |');
    });

    await test.step('a picture in a nested item of a list stays there when another field is changed', async () => {
      await openText('a-list');
      // It writes a text once it has rendered it.
      await expect(page.locator('[data-key-path="body"]').getByText('Alt Text')).toBeVisible();
      await page.getByRole('textbox', { name: 'Excerpt' }).fill('Changed.');
      await save(page);
      await expect.poll(() => content.read(fileOf('a-list'))).toMatch(/^excerpt: Changed\.$/mu);
      expect(await content.read(fileOf('a-list'))).toContain(
        '\n- One\n    - Two\n\n        ![A plate](/plates/one.svg)\n',
      );
    });
  });

  test('an article is not saved with a publication day that has no time, as if it had none, and is not changed while it is saved', async ({
    page,
  }) => {
    const before = await content.read(file);
    const { box } = await openFields(page, entry, 'Title');
    await box.fill('Not to be published yet');
    const publication = fieldOf(page, 'Publish at').locator('input');
    await fieldOf(page, 'Former slugs').scrollIntoViewIfNeeded();
    await publication.focus();
    await page.keyboard.type('12312099');
    await save(page);
    const refusal = page.getByRole('alertdialog', { name: 'Error' });
    await expect(refusal).toContainText('“Publish at” lacks a part of its date or time');
    await refusal.getByRole('button', { name: 'OK' }).click();
    expect(await content.read(file)).toBe(before);
    await test.step('in the narrowest window, its buttons are reached', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      const clear = fieldOf(page, 'Publish at').getByRole('button', { name: 'Clear' });
      await page.mouse.move(160, 400);
      await expect(async () => {
        await page.mouse.wheel(0, 5000);
        await expect(clear).toBeVisible({ timeout: 500 });
      }).toPass();
      await clear.scrollIntoViewIfNeeded();
      await expect(clear).toBeInViewport({ ratio: 1 });
    });

    await publication.fill('2099-12-31T09:30');

    await test.step('nothing can be typed while it is being saved, which takes long at a slow git host', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(`${origin}/api/**/contents`, async (route) => {
        await released;
        await route.continue();
      });
      await save(page);
      await expect(page.getByRole('button', { name: 'Saving…', includeHidden: true })).toBeVisible();
      await box.click({ force: true });
      await page.keyboard.type(' and lost');
      await expect(page.locator('[data-key-path="title"] input')).toHaveValue('Not to be published yet');
      release();
      await expect.poll(() => content.read(file)).toMatch(/^publish_at: 2099-12-31T/mu);
      expect(await content.read(file)).toMatch(/^title: Not to be published yet$/mu);
    });
  });

  test('what is typed into an entry stays when an earlier navigation ends after it was opened, as on a slow machine', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const slowTransition = async (update: () => unknown) => {
        const { dataset } = document.documentElement;
        if (dataset.isSlow !== undefined) {
          dataset.isHeld = '';
          await new Promise((resolve) => addEventListener('end of transition', resolve));
        }
        await update();
      };
      document.startViewTransition = (options) => {
        const finished = slowTransition((options as StartViewTransitionOptions).update ?? (() => {}));
        return { ready: finished, finished } as unknown as ViewTransition;
      };
    });
    await openFields(page, entry, 'Title');
    const excerpt = page.getByRole('textbox', { name: 'Excerpt' });
    await excerpt.fill('Saved before.');
    await page.evaluate(() => {
      document.documentElement.dataset.isSlow = '';
    });
    await save(page);
    await page.locator('html[data-is-held]').waitFor();
    await openFields(page, entry, 'Title');
    await excerpt.press('ControlOrMeta+A');
    await page.keyboard.type('Typed early.');
    await page.evaluate(() => dispatchEvent(new Event('end of transition')));
    await expect(excerpt).toHaveValue('Typed early.');
  });
});

test('An article that is renamed redirects from its former slug, and its copy does not; its author sees when visitors do', async ({
  page,
}) => {
  const article = await content.read(file);
  await content.write(
    'articles/insights/former-name.md',
    article.replace(/^id: .*$/mu, 'id: 200\npublish_at: 2999-03-01T12:00:00Z'),
  );
  await content.write(
    'articles/insights/moved.md',
    `${article.replace(/^id: .*$/mu, 'id: 400\nformer_slugs: [moved-before]')}\nIts lines\nare wrapped.\n\n\`\`\`js\nlet code = 1;\n\`\`\`\n`,
  );
  await page.goto(`${origin}/edit#/collections/articles-insights`);
  await expect(page.getByText(/, from 2999-03-01$/u)).toBeVisible();
  const { pane } = await openEntry(page, 'articles-insights/entries/former-name', 'Title');
  await expect(pane.getByText(/^Visitors see this from 1 March 2999 at .*, and not before\.$/u)).toBeVisible();
  await page.getByRole('textbox', { name: 'Excerpt' }).press('End');
  await page.keyboard.type('!');
  await expect.poll(() => page.evaluate(countBackups)).toBe(1);
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Show Editor Options' }).click();
    await page.getByRole('menuitem', { name: 'Edit Slug' }).click();
    await page.getByRole('button', { name: 'Edit Slug' }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  };
  await rename('renamed-article');
  await save(page);
  await expect
    .poll(() => content.read('articles/insights/renamed-article.md').catch(() => ''))
    .toMatch(/^former_slugs:\s+- former-name$/mu);
  // Else the editor would offer what has been saved as text of an entry that does not exist any more.
  await expect.poll(() => page.evaluate(countBackups)).toBe(0);

  await test.step('back to its former name', async () => {
    // The editor opens the list once the file is written, and would leave an entry that is opened before that.
    await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
    await openFields(page, 'articles-insights/entries/renamed-article', 'Title');
    await rename('former-name');
    await save(page);
    await expect
      .poll(() => content.read('articles/insights/former-name.md').catch(() => ''))
      .toMatch(/^former_slugs:\s+- renamed-article\n(?! )/mu);
  });

  await test.step('a copy leaves the redirects to the original, and has its code', async () => {
    await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
    // The site would show the new file in place of the copy if it read it later.
    const onSite = `${origin.replace(/\d+$/u, (port) => String(Number(port) + 1))}/single/moved/`;
    await expect.poll(async () => (await page.request.get(onSite)).status()).toBe(200);
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    const { box, preview } = await openEntry(page, 'articles-insights/entries/moved', 'Title');
    await expect(page.getByText('let code = 1;', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show Editor Options' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    // Key by key: the preview misses a whole text that is put in while the copy is being opened.
    await box.press('ControlOrMeta+A');
    await page.keyboard.type('A copy', { delay: 50 });
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A copy');
    await expect(pane.getByRole('alert')).toHaveCount(0);
    await save(page);
    await expect.poll(() => content.read('articles/insights/a-copy.md').catch(() => '')).toContain('title: A copy');
    expect(await content.read('articles/insights/a-copy.md')).not.toContain('moved-before');
    expect(await content.read('articles/insights/a-copy.md')).toContain('\nIts lines are wrapped.\n\n```js\n');
    expect(failed, 'nothing is requested that is not there').toEqual([]);
  });
});

/** Counts the entries of which the editor keeps unsaved work. */
async function countBackups(): Promise<number> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const count = opening.result.transaction('draft-backups').objectStore('draft-backups').count();
      count.onsuccess = () => resolve(count.result);
    };
  });
}

test.describe('Unsaved work', () => {
  test.use({ viewport: withoutPage });

  test('an author works in two windows and with the files: nothing that was saved is undone', async ({
    page,
    context,
  }) => {
    const before = await content.read(file);
    const titled = (title: string) => before.replace(/^title: .*$/mu, `title: ${title}`);
    const conflictIn = (shown: Page) => shown.getByRole('alertdialog', { name: 'Entry Changed by Someone Else' });
    const excerptIn = (shown: Page) => shown.getByRole('textbox', { name: 'Excerpt' });
    const other = await context.newPage();
    const { box } = await openFields(page, entry, 'Title');

    await test.step('an entry is not saved over a change of its file that another window of the browser has loaded first', async () => {
      // Opening an entry also looks for changes.
      await page.waitForLoadState('networkidle');
      await content.write(file, titled('Written with a text editor'));
      const { box: otherBox } = await openFields(other, entry, 'Title');
      await expect(otherBox).toHaveValue('Written with a text editor');
      await other.waitForLoadState('networkidle');
      await excerptIn(page).fill('Not saved.');
      await save(page);
      await expect(conflictIn(page)).toBeVisible();
      expect(await content.read(file)).toBe(titled('Written with a text editor'));
    });

    await test.step('nor over what another window has saved', async () => {
      await excerptIn(other).fill('Written in the other window.');
      await page.getByRole('button', { name: 'Save Anyway' }).click();
      await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
      const saved = await content.read(file);
      await save(other);
      await expect(conflictIn(other)).toBeVisible();
      await other.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(excerptIn(other)).toHaveValue('Written in the other window.');
      expect(await content.read(file)).toBe(saved);
      await other.close();
    });

    await test.step('nor over what was changed in the files of an entry that the same window has saved', async () => {
      await openFields(page, entry, 'Title');
      await content.write(file, titled('Written once more'));
      await box.press('ControlOrMeta+A');
      await page.keyboard.type('Not saved.');
      await save(page);
      await expect(conflictIn(page)).toBeVisible();
      expect(await content.read(file)).toBe(titled('Written once more'));
    });
  });

  test('restored work is not saved over what somebody else has saved since it began, and Escape does not delete it', async ({
    page,
  }) => {
    const before = await content.read(file);
    const conflict = page.getByRole('alertdialog', { name: 'Entry Changed by Someone Else' });
    const excerpt = page.getByRole('textbox', { name: 'Excerpt' });
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    const typeAndReload = async (text: string, meanwhile: () => Promise<void>) => {
      await openFields(page, entry, 'Title');
      await excerpt.press('ControlOrMeta+A');
      await page.keyboard.type(text);
      await expect.poll(() => page.evaluate(countBackups)).toBe(1);
      await meanwhile();
      await page.reload();
      await expect(restore).toBeFocused();
    };
    const changed = before.replace(/^title: .*$/mu, 'title: Written by somebody else');
    await typeAndReload('Not saved.', async () => {
      await content.write(file, changed);
      // The configuration of the editor names the people.
      await content.write('articles/insights/added.md', before.replace(/^id: .*$/mu, 'id: 900'));
      await content.edit('people.yaml', 'name: Ada One', 'name: Ada Changed');
      const configuration = async () => (await page.request.get(`${origin}/edit/config.json`)).text();
      await expect.poll(configuration).toContain('Ada Changed');
    });
    await page.keyboard.press('Escape');
    await restore.click();
    await expect(excerpt).toHaveValue('Not saved.');
    await save(page);
    await expect(conflict).toBeVisible();
    expect(await content.read(file)).toBe(changed);
    await page.getByRole('button', { name: 'Save Anyway' }).click();
    await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);

    await test.step('but over what the author has saved', async () => {
      await typeAndReload('Saved.', async () => {});
      await restore.click();
      await save(page);
      await expect.poll(() => content.read(file)).toMatch(/^excerpt: Saved\.$/mu);
    });
  });

  test('unsaved text of an entry that has been deleted meanwhile is offered again, and can be saved', async ({
    page,
  }) => {
    const notice = page.getByRole('status').filter({ hasText: 'have been deleted or renamed' });
    const excerpt = page.getByRole('textbox', { name: 'Excerpt' });
    await openFields(page, entry, 'Title');
    await excerpt.press('ControlOrMeta+A');
    await page.keyboard.type('Not lost.');
    await expect.poll(() => page.evaluate(countBackups)).toBe(1);
    await content.remove(file);
    await page.goto(`${origin}/edit#/collections/articles-insights`);
    await page.reload();
    await notice.getByRole('link').click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(excerpt).toHaveValue('Not lost.');
    await save(page);
    await expect(page.getByRole('alertdialog')).toContainText('has been deleted');
    await page.getByRole('button', { name: 'Save Anyway' }).click();
    await expect.poll(() => content.read(file).catch(() => '')).toMatch(/^excerpt: Not lost\.$/mu);
    // The editor empties its fields once it has saved.
    await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
    await expect(notice).toHaveCount(0);

    await test.step('but not of one that its author has saved since the window was opened', async () => {
      await openFields(page, entry, 'Title');
      await excerpt.press('End');
      await page.keyboard.type('!');
      await expect.poll(() => page.evaluate(countBackups)).toBe(1);
      await page.goto(`${origin}/edit#/collections/articles-insights`);
      await expect(page.getByRole('button', { name: 'New' })).toBeVisible();
      await expect(notice).toHaveCount(0);
    });

    await test.step('and again when the file that was saved has been deleted, too', async () => {
      await content.remove(file);
      await page.reload();
      await expect(notice.getByRole('link')).toHaveCount(1);
    });

    await test.step('until its author discards it', async () => {
      await notice.getByRole('link').click();
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
      await expect(notice).toHaveCount(0);
    });
  });

  test('text that is pasted immediately before its author leaves the entry is offered again', async ({
    page,
    context,
  }) => {
    /** By a script, since the next command to a browser may take longer than the editor's pause. */
    const pasteAndLeave = async (shown: Page, text: string, leave: () => void) => {
      await (await fieldsOf(shown, 'Title')).box.press('ControlOrMeta+A');
      await shown.evaluate(`document.execCommand('insertText', false, '${text}'); setTimeout(${leave})`);
    };
    const restore = async (shown: Page, text: string) => {
      await shown.getByRole('button', { name: 'Restore', exact: true }).click();
      await expect((await fieldsOf(shown, 'Title')).box).toHaveValue(text);
    };
    const { box } = await openFields(page, entry, 'Title');

    await test.step('for the list, and comes back', async () => {
      await pasteAndLeave(page, 'Before the list', () => {
        location.hash = '#/collections/articles-insights';
      });
      await expect(box).toBeHidden();
      await page.goBack();
      await restore(page, 'Before the list');
    });

    await test.step('by closing the window', async () => {
      // A script may close only a window that a script has opened.
      const opening = context.waitForEvent('page');
      await page.evaluate(() => void open(location.href));
      const left = await opening;
      await restore(left, 'Before the list');
      const closed = left.waitForEvent('close');
      await pasteAndLeave(left, 'Before it closes', () => window.close());
      await closed;
      await page.goto(`${origin}/edit#/collections/articles-insights`);
      await expect(box).toBeHidden();
      await page.goBack();
      await restore(page, 'Before it closes');
    });
  });
});

test('Links to the public site, and those copied from the page beside the fields, are checked like paths', async ({
  request,
}) => {
  const site = `http://127.0.0.1:${Number(new URL(origin).port) + 1}`;
  const [, front = ''] = (await content.read(file)).split(/^---\n/mu);
  for (const own of ['https://www.acme.example', site]) {
    const data = { ...parse(front), body: `See [this](${own}/nowhere).\n` };
    const draft = { path: `content/${file}`, collection: 'articles-insights', data, pictures: [] };
    const { problems } = await (await request.post(`${origin}/edit/draft`, { data: draft })).json();
    expect(problems.map(({ message }: { message: string }) => message)).toContain(
      '"/nowhere" leads to a page that does not exist',
    );
  }
});

test('Only this machine’s own editor has access', async ({ request }) => {
  const contents = `${origin}/api/v1/repos/local/content/contents`;
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await request.fetch(url, { headers, method: url === contents ? 'POST' : 'GET' })).status();
  expect(await statusOf(`${origin}/edit/config.json`, { Origin: 'https://evil.example' })).toBe(403);
  expect(await statusOf(`${origin}/edit/config.json`, { Host: 'evil.example' })).toBe(403);
  expect(await statusOf(`${origin}/edit/draft`, { Origin: 'https://evil.example' })).toBe(403);
  expect(await statusOf(contents, {})).toBe(401);
  expect(await statusOf(contents, { Authorization: 'token guess' })).toBe(401);
  const page = await request.get(`${origin}/edit`);
  expect(page.headers()['content-security-policy']).toContain(`frame-ancestors 'self' ${origin};`);
});
