import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { appId, type GitHost, git, startGitHost } from '../harness/git-host.ts';
import { freePort, type RunningServer, startMs, startServer } from '../harness/server.ts';

// The editor of the site itself: signing in to the git host, a commit there, and the site that reads a clone of the repository.

let content: ContentDirectory;
let host: GitHost;
let clones: string;
let server: RunningServer;
let origin: string;

test.describe.configure({ mode: 'default', timeout: 60_000 });

test.beforeAll(async () => {
  test.setTimeout(startMs);
  content = await createContentDirectory();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  host = await startGitHost(content.path, origin);
  clones = await mkdtemp(join(tmpdir(), 'clone-'));
  await git(clones, ['clone', '--quiet', host.directory, 'website']);
  server = await startServer({
    PORT: String(port),
    SITE_URL: origin,
    CONTENT_DIR: join(clones, 'website/content'),
    EDIT_REPOSITORY: `${host.origin}/acme/website`,
    EDIT_GIT_HOST: 'gitea',
    EDIT_APP_ID: appId,
  });
});

test.afterAll(async () => {
  await server.stop();
  await host[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
  await rm(clones, { recursive: true, force: true });
});

const titleBox = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true }).first();

/** The page as our own renderer shows it, beside the fields. */
function previewOf(page: Page) {
  const pane = page.frameLocator('iframe[title="Content Preview"]');
  return { pane, preview: pane.frameLocator('iframe') };
}

const fieldOf = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: new RegExp(`^\\W*${label}\\W+Field$`, 'u') });

async function openEntry(page: Page, entry: string) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/collections/${entry}`);
  await expect(titleBox(page)).toBeVisible({ timeout: 30_000 });
}

test('An editor signs in at the git host, sees the page while typing, saves a commit, and the site shows it', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Cross-Origin/iu.test(message.text())) refused.push(message.text());
  });
  await page.goto(`${origin}/edit`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Sign In with .*Gitea/u }).click();
  const popup = await opened;
  await popup.getByRole('link', { name: 'Authorize as Mira' }).click();
  await expect(page.getByText('Insights').first()).toBeVisible({ timeout: 30_000 });
  expect(popup.isClosed()).toBe(true);

  await openEntry(page, 'articles-insights/entries/first-insight');
  const { pane, preview } = previewOf(page);
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
  await titleBox(page).fill('A title from production');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A title from production');
  expect(await (await page.request.get(`${origin}/single/first-insight/`)).text()).not.toContain(
    'A title from production',
  );

  const alternative = page.getByRole('textbox', { name: 'Banner description' });
  await alternative.fill('two  \n lines');
  await expect(fieldOf(page, 'Banner description').getByText('must be one line')).toBeVisible();
  await alternative.fill('A plate of another kind');
  await expect(preview.getByRole('img', { name: 'A plate of another kind' })).toBeVisible();

  // Only the site checks this rule, so the editor asks for a confirmation of the commit.
  const untouched = await host.git('rev-parse', 'main');
  await fieldOf(page, 'Updated').locator('input').fill('2001-01-01');
  await expect(fieldOf(page, 'Updated').getByText('is not before "date"')).toBeVisible();
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const refusal = page.getByRole('alertdialog');
  await expect(refusal).toContainText('Nothing was saved');
  await refusal.getByRole('button', { name: 'OK' }).click();
  expect(await host.git('rev-parse', 'main')).toBe(untouched);
  await fieldOf(page, 'Updated').getByRole('button', { name: 'Clear' }).click();
  await expect(fieldOf(page, 'Updated').getByText('is not before "date"')).toHaveCount(0);

  await pane.getByRole('button', { name: 'Preview link' }).click();
  const link = pane.getByRole('textbox', { name: /^Preview link/u });
  await expect(link).toHaveValue(new RegExp(`^${origin}/preview/[\\w.-]+$`, 'u'));
  expect((await page.request.get(await link.inputValue())).status()).toBe(200);

  const before = await host.git('rev-parse', 'main');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => host.git('rev-parse', 'main')).not.toBe(before);
  const format = '--format=%an <%ae>%n%s%n%P';
  expect(await host.git('show', '--name-status', format, 'main')).toBe(
    [
      'Mira Editor <mira@acme.example>',
      'Update Insight “first-insight”',
      before,
      '',
      'M\tcontent/articles/insights/first-insight.md',
    ].join('\n'),
  );
  expect(await host.git('show', 'main:content/articles/insights/first-insight.md')).toContain(
    'title: A title from production',
  );

  await git(join(clones, 'website'), ['pull', '--quiet', '--ff-only']);
  await expect
    .poll(async () => (await page.request.get(`${origin}/single/first-insight/`)).text())
    .toContain('A title from production</h1>');
  expect(refused).toEqual([]);
});
