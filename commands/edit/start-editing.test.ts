import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { startEditing } from './start-editing.ts';

test('the editor starts with, and saves, links to articles that only the content host has', async () => {
  const content = await createContentDirectory();
  onTestFinished(() => content[Symbol.asyncDispose]());
  const path = 'pages/home.yaml';
  await content.edit(path, '/single/first-story/', '/single/of-the-host/');
  const buildDirectory = temporaryDirectory();
  for (const folder of ['client', 'editor', 'server']) await mkdir(join(buildDirectory, folder));
  await writeFile(join(buildDirectory, 'server/app.js'), 'export const createApp = () => ({ fetch: () => {} });');
  const { url, stop } = await startEditing({
    port: await freePort(),
    contentDirectory: content.path,
    dataDirectory: temporaryDirectory(),
    buildDirectory,
    isHosted: true,
    token: 'secret',
  });
  onTestFinished(stop);
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
