import { chmod, link, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { isOwnEntry } from './data-directory.ts';
import { makePrivate } from './private-directory.ts';
import { temporaryDirectory } from './temporary-directory.fixture.ts';

/** Makes a data directory with these files private, and returns the permissions of each path and the warnings. */
async function restricted(files: readonly string[], linked?: string) {
  const directory = temporaryDirectory();
  await chmod(directory, 0o755);
  for (const file of files) {
    await mkdir(join(directory, file, '..'), { recursive: true });
    await writeFile(join(directory, file), '');
    await chmod(join(directory, file), 0o644);
    await chmod(join(directory, file, '..'), 0o755);
  }
  if (linked) await link(linked, join(directory, files[0] ?? '', '../link'));
  let log = '';
  makePrivate(
    directory,
    isOwnEntry,
    createLog({ level: 'warn', clock: { now: () => new Date(0) }, write: (line) => (log += line) }),
  );
  const modes = await Promise.all(
    ['.', ...files].map(async (path) => `${path} ${((await stat(join(directory, path))).mode & 0o777).toString(8)}`),
  );
  return { modes, log };
}

test('the data directory is for the process alone', async () => {
  const { modes, log } = await restricted(['intake.sqlite', 'intake.sqlite.copy', 'mail/a.eml', 'lost+found/x']);
  expect(modes).toEqual(['. 700', 'intake.sqlite 600', 'intake.sqlite.copy 600', 'mail/a.eml 600', 'lost+found/x 600']);
  expect(log).toBe('');
});

test('files of other programs in the data directory keep their permissions', async () => {
  const { modes, log } = await restricted(['mail/a.eml', 'postgresql/data', '.profile']);
  expect(modes).toEqual(['. 755', 'mail/a.eml 600', 'postgresql/data 644', '.profile 644']);
  expect(log).toContain('DATA_DIR contains files of other programs; use a separate directory for the site');
});

test('content that is linked into the data directory keeps its permissions', async () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'home.yaml');
  await writeFile(file, '', { mode: 0o644 });
  const { modes } = await restricted(['edit/check/people.yaml'], file);
  expect(modes).toEqual(['. 700', 'edit/check/people.yaml 600']);
  expect((await stat(file)).mode & 0o777).toBe(0o644);
});
