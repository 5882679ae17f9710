import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { freePort, pinnedNode, root, startMs } from '../helpers/server.ts';

// `npm run edit` in a browser: the editor, the files it writes, and the page beside it.

let content: ContentDirectory;
let dataDirectory: string;
let editing: ChildProcess;
let origin: string;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.beforeAll(async () => {
  test.setTimeout(startMs);
  content = await createContentDirectory();
  dataDirectory = await mkdtemp(join(tmpdir(), 'editing-'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  editing = spawn(pinnedNode, ['commands/edit.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), CONTENT_DIR: content.path, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    editing.once('exit', (code) => reject(new Error(`The editor ended with ${code}`)));
    editing.stdout?.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('Edit the site at')) resolve();
    });
  });
});

test.afterAll(async () => {
  const ended = new Promise((resolve) => editing.once('exit', resolve));
  editing.kill('SIGTERM');
  expect(await ended).toBe(0);
  await content[Symbol.asyncDispose]();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Opens an entry in the editor and waits for its fields. */
async function openEntry(page: Page, entry: string, field: string) {
  await page.goto(`${origin}/edit`);
  const editor = page.frameLocator('#editor');
  await expect(editor.getByText('Insights').first()).toBeVisible({ timeout: 30_000 });
  await page
    .frames()
    .find((frame) => frame.url().includes('/edit/cms'))
    ?.evaluate((hash) => {
      location.hash = hash;
    }, `#/collections/${entry}`);
  const box = editor.getByRole('textbox', { name: field, exact: true }).first();
  await expect(box).toBeVisible({ timeout: 15_000 });
  return { editor, box, preview: page.frameLocator('#preview') };
}

test('A title that is edited is in the file, with all else as it was, and on the page beside it', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') foreign.push(request.url());
  });
  const file = 'articles/insights/first-insight.md';
  const before = `${(await content.read(file)).replace('---\n', '---\n# Kept by hand\n')}`;
  await content.write(file, before);
  const title = /^title: (.*)$/mu.exec(before)?.[1] ?? '';

  const { editor, box, preview } = await openEntry(page, 'articles-insights/entries/first-insight', 'Title');
  await expect(box).toHaveValue(title);
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title);
  await box.fill('A title from the editor');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();

  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A title from the editor');
  expect(await content.read(file)).toBe(before.replace(title, 'A title from the editor'));
  expect(foreign).toEqual([]);
});

test('What the checker has something against is not saved, and its message is shown', async ({ page }) => {
  const before = await content.read('pages/contact-us.yaml');
  const { editor, box } = await openEntry(page, 'pages/entries/contact-us', 'Address');
  await box.fill('/');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  const message = /pages\/home\.yaml:\d+: has the path "\/"/u;
  await expect(page.getByRole('alert')).toContainText(message, { timeout: 15_000 });
  await expect(editor.getByText(message)).toBeVisible();
  expect(await content.read('pages/contact-us.yaml')).toBe(before);
});

test('The page is shown at the width of a phone and of a desktop', async ({ page }) => {
  await page.goto(`${origin}/edit`);
  const width = () =>
    page
      .frames()
      .find((frame) => frame.url().startsWith('http://127.0.0.1') && !frame.url().startsWith(origin))
      ?.evaluate(() => innerWidth);
  await expect.poll(width).toBe(1440);
  await page.getByLabel('Phone').check();
  await expect.poll(width).toBe(390);
});

test('Nothing but this machine’s own editor is let in', async ({ request }) => {
  const contents = `${origin}/api/v1/repos/local/content/contents`;
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await request.fetch(url, { headers, method: url === contents ? 'POST' : 'GET' })).status();
  expect(await statusOf(`${origin}/edit/config.json`, { Origin: 'https://evil.example' })).toBe(403);
  expect(await statusOf(`${origin}/edit/config.json`, { Host: 'evil.example' })).toBe(403);
  expect(await statusOf(contents, {})).toBe(401);
  expect(await statusOf(contents, { Authorization: 'token guess' })).toBe(401);
  const page = await request.get(`${origin}/edit`);
  expect(page.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});
