import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIgnoredFile } from '../../app/platform/files/files-below.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { writeContentFile } from './write-content-file.ts';

test('a file that is written twice at once has one of the two contents, and no other file is left', async () => {
  const directory = temporaryDirectory();
  // Of different lengths, so that a mixture of both is neither.
  const contents = ['a'.repeat(3_000_000), 'b'.repeat(2_000_000)];
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(contents.map((content) => writeContentFile(directory, 'pages/home.yaml', content)));
    expect(contents).toContain(await readFile(join(directory, 'pages/home.yaml'), 'utf8'));
    expect(await readdir(join(directory, 'pages'))).toEqual(['home.yaml']);
  }
});

test('a file is readable for the group of the web server, and a server that reads the folder meanwhile ignores the part', async () => {
  const directory = temporaryDirectory();
  const seen = new Set<string>();
  const writing = writeContentFile(directory, 'pages/home.yaml', 'a'.repeat(3_000_000)).then(() => true);
  while (!(await Promise.race([writing, new Promise<boolean>((resolve) => setImmediate(resolve, false))])))
    for (const name of await readdir(join(directory, 'pages')).catch(() => [])) seen.add(name);
  expect([...seen].filter((name) => !isIgnoredFile(name) && name !== 'home.yaml')).toEqual([]);
  expect((await stat(join(directory, 'pages/home.yaml'))).mode & 0o777).toBe(0o666 & ~process.umask());
});
