import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';
import { compileCache } from '../tests/harness/compile-cache.ts';
import { pinnedNode, root } from '../tests/harness/server.ts';

test('takes a file by its place below CONTENT_DIR, by its absolute path, or from the folder of the call', () => {
  const directory = temporaryDirectory();
  const contentDirectory = join(directory, 'content');
  const file = join(contentDirectory, 'articles/insights/the-draft.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  // The site has run: it fills the file at the first use.
  writeFileSync(join(directory, 'intake.sqlite'), '');
  const run = (file: string) =>
    spawnSync(pinnedNode, ['commands/preview-link.ts', file], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        INIT_CWD: directory,
        CONTENT_DIR: contentDirectory,
        DATA_DIR: directory,
      },
    });
  for (const given of ['articles/insights/the-draft', file, './content/articles/insights/the-draft.md'])
    expect(run(given)).toMatchObject({ stdout: expect.stringMatching(/^http\S+\n$/u), stderr: '' });
});
