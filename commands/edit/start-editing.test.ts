import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { readConfiguration } from '../../app/server/config.ts';
import { issuePreviewLink } from '../preview-link/issue-link.ts';
import { startEditing } from './start-editing.ts';

/** Starts the editor with a build that serves nothing. */
async function startWith(contentDirectory: string, options: Partial<Parameters<typeof startEditing>[0]> = {}) {
  const buildDirectory = temporaryDirectory();
  for (const folder of ['client', 'editor', 'server']) await mkdir(join(buildDirectory, folder));
  await writeFile(join(buildDirectory, 'server/app.js'), 'export const createApp = () => ({ fetch: () => {} });');
  const { url, stop } = await startEditing({
    port: await freePort(),
    contentDirectory,
    dataDirectory: temporaryDirectory(),
    buildDirectory,
    isHosted: true,
    token: 'secret',
    ...options,
  });
  onTestFinished(stop);
  return url;
}

test('the editor starts with, and saves, links to articles that only the content host has', async () => {
  const content = await createContentDirectory();
  onTestFinished(() => content[Symbol.asyncDispose]());
  const path = 'pages/home.yaml';
  await content.edit(path, '/single/first-story/', '/single/of-the-host/');
  const url = await startWith(content.path);
  const text = await content.read(path);
  const sha = createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
  const changed = Buffer.from(text.replace('of-the-host', 'another-of-the-host')).toString('base64');
  const response = await fetch(new URL('/api/v1/repos/local/content/contents', url), {
    method: 'POST',
    headers: { Authorization: 'token secret' },
    body: JSON.stringify({ files: [{ operation: 'update', path: `content/${path}`, content: changed, sha }] }),
  });
  expect(await response.json()).not.toHaveProperty('message');
  expect(await content.read(path)).toContain('/single/another-of-the-host/');
});

test('gives no preview links without the database of the site, and creates none', async () => {
  const content = await createContentDirectory();
  onTestFinished(() => content[Symbol.asyncDispose]());
  const directory = temporaryDirectory();
  const configuration = readConfiguration({ CONTENT_DIR: content.path, DATA_DIR: directory });
  const url = await startWith(content.path, { issuePreviewLink: (file) => issuePreviewLink(configuration, file, 7) });
  const response = await fetch(`${url}/preview-link`, {
    method: 'POST',
    headers: { Authorization: 'token secret' },
    body: JSON.stringify({ path: 'content/articles/insights/first-insight.md' }),
  });
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({ message: expect.stringContaining('There is no database') });
  expect(existsSync(join(directory, 'intake.sqlite'))).toBe(false);
});

test('names the port that was set if the page beside the fields would have none', async () => {
  const { path } = await createContentDirectory();
  onTestFinished(() => rm(path, { recursive: true }));
  await expect(startWith(path, { port: 65_535 })).rejects.toThrow(/^PORT is 65535; .* from 1 to 65534, /u);
});
