import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { copyFile } from './copy-file.ts';

test('A copy that fails leaves nothing, and never takes the place of another file', async () => {
  const directory = temporaryDirectory();
  const [missing, from, to] = ['missing', 'from', 'to'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  await expect(copyFile(missing, to)).rejects.toMatchObject({ code: 'ENOENT' });
  // Reading a directory fails after the copy was opened, as on a damaged disk.
  await expect(copyFile(directory, to)).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(directory)).toEqual([]);
  await writeFile(from, 'another');
  await writeFile(to, 'present');
  await expect(copyFile(from, to)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(to, 'utf8')).toBe('present');
});
