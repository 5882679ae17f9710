import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createContentDirectory } from '../app/content/content-directory.fixture.ts';

test('content:check accepts a link to an article that only the content host has, if there is one', async () => {
  await using content = await createContentDirectory();
  await content.edit('pages/home.yaml', '/single/first-story/', '/single/of-the-host/');
  const check = (CONTENT_HOST: string) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('check-content.ts', import.meta.url))], {
      env: { ...process.env, CONTENT_DIR: content.path, CONTENT_HOST },
      encoding: 'utf8',
    });
  expect(check('')).toMatchObject({ status: 1, stderr: expect.stringContaining('/single/of-the-host/') });
  expect(check('https://cms.example')).toMatchObject({ status: 0, stderr: '' });
});
