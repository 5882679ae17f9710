import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { createExportFile, exportOf } from './wordpress/export.fixture.ts';

const program = fileURLToPath(new URL('import.ts', import.meta.url));

function run(parameters: readonly string[], contentDirectory = 'content', environment = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, ...parameters],
      { env: { ...process.env, CONTENT_DIR: contentDirectory, ...environment } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

test('imports, reports as text or JSON, and checks the content', async () => {
  await using content = await createContentDirectory();
  await using file = await createExportFile(
    exportOf([
      { id: 70, creator: 'nobody', terms: ['post_tag:x:X'] },
      { id: 71, status: 'trash' },
    ]),
  );
  const first = await run(['wordpress-export', file.path], content.path);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain(
    'Posts of https://old.example: 1 imported, 0 updated, 0 unchanged, 0 kept as edited here, 1 skipped',
  );
  expect(first.out).toContain('imported: "Post 70" (post 70) → articles/insights/post-70.md');
  expect(first.out).toContain('has the status "trash"');

  const second = await run(['wordpress-export', file.path, '--json'], content.path);
  expect(second.code).toBe(0);
  expect(JSON.parse(second.out)).toMatchObject({ totals: { unchanged: 1, skipped: 1 }, contentProblems: [] });
});

test('prints the results of the content check', async () => {
  await using content = await createContentDirectory();
  await using file = await createExportFile(exportOf([{ id: 70 }]));
  await content.write('articles/insights/Wrong Name.md', 'x');
  const { code, out } = await run(['wordpress-export', file.path], content.path);
  expect(code).toBe(1);
  expect(out).toContain('articles/insights/Wrong Name.md: has a name that cannot be used');
});

test('accepts links to articles that only the content host has', async () => {
  await using content = await createContentDirectory();
  await using file = await createExportFile(exportOf([{ id: 70 }]));
  await content.edit('pages/home.yaml', '/single/first-story/', '/single/of-the-host/');
  expect((await run(['wordpress-export', file.path], content.path, { CONTENT_HOST: 'https://cms.example' })).code).toBe(
    0,
  );
});

test('finds the files in the folder of the call, and says of a ZIP what it takes', async () => {
  await using content = await createContentDirectory();
  await using file = await createExportFile(exportOf([{ id: 70 }]));
  const folder = dirname(file.path);
  await mkdir(join(folder, 'uploads'));
  await writeFile(join(folder, 'export.zip'), 'PK\x03\x04\x14\x00\xff', 'latin1');
  const here = (name: string) =>
    run(['wordpress-export', name, '--uploads', 'uploads'], content.path, { INIT_CWD: folder });
  expect(await here(basename(file.path))).toMatchObject({ code: 0, err: '' });
  expect((await here('export.zip')).err).toBe(
    `${folder}/export.zip, line 1, column 0: not valid UTF-8; the import takes the XML file of a WordPress export: unpack a ZIP first\n`,
  );
});

describe('an invalid command changes nothing and explains the mistake', () => {
  test.each([
    [[], 'import takes wordpress-export, not "". Usage: npm run import -- --help'],
    [['wordpress-export', 'nowhere.xml'], 'nowhere.xml does not exist'],
    [['wordpress-export', 'a.xml', '--unknown'], "Unknown option '--unknown'"],
    [['wordpress-export', 'package.json'], ', column '],
  ])('%j', async (parameters, message) => {
    const { code, out, err } = await run(parameters);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});
