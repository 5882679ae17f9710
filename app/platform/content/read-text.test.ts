import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { maxTextBytes, readTextFile } from './read-text.ts';

async function folder() {
  const path = temporaryDirectory();
  return path;
}

test('a text of the maximum size is read, and one that is a byte larger is refused', async () => {
  const file = join(await folder(), 'a.md');
  await writeFile(file, 'é'.repeat(maxTextBytes / 2));
  expect(readTextFile(file)).toBe('é'.repeat(maxTextBytes / 2));
  await writeFile(file, 'x'.repeat(maxTextBytes + 1));
  expect(() => readTextFile(file)).toThrow('has 1.1 MB of text; it takes at most 1 MB');
});

test('reads an empty text, and one through a symbolic link', async () => {
  const path = await folder();
  await writeFile(join(path, 'a.md'), '');
  await symlink('a.md', join(path, 'b.md'));
  expect(readTextFile(join(path, 'b.md'))).toBe('');
});

test.each([
  ['0000', '\0'],
  ['001F', '\u001f'],
  ['0093', '\u0093'],
  ['202E', '\u202e'],
])('a text with the invisible character U+%s is refused with its line', async (code, character) => {
  const file = join(await folder(), 'a.md');
  await writeFile(file, `one\ntwo ${character}`);
  expect(() => readTextFile(file)).toThrow(
    expect.objectContaining({ line: 2, message: expect.stringContaining(`(U+${code})`) }),
  );
  await writeFile(file, 'one\ttwo\r\n\u200bthree');
  expect(readTextFile(file)).toBe('one\ttwo\r\n\u200bthree');
});

const others: [string, (path: string) => Promise<unknown>, string][] = [
  ['nothing', async () => {}, 'is missing'],
  ['a folder', (path) => mkdir(path), 'is a folder; it takes an ordinary file'],
  ['a named pipe', (path) => promisify(execFile)('mkfifo', [path]), 'is a pipe or a device; it takes an ordinary file'],
  ['a device', (path) => symlink('/dev/zero', path), 'is a pipe or a device; it takes an ordinary file'],
  ['a link that leads to itself', (path) => symlink(path, path), 'is a symbolic link that leads back to itself'],
  ['a link that leads nowhere', (path) => symlink('/nowhere', path), 'is missing'],
];
test.each(others)('%s is refused', async (_, make, message) => {
  const file = join(await folder(), 'a.md');
  await make(file);
  expect(() => readTextFile(file)).toThrow(message);
});

test('a file that this user may not read is refused', async () => {
  const path = await folder();
  const file = join(path, 'a.md');
  await writeFile(file, 'secret');
  await chmod(path, 0o755);
  await chmod(file, 0);
  const module = pathToFileURL(join(import.meta.dirname, 'read-text.ts')).href;
  const program = `import { readTextFile } from ${JSON.stringify(module)};
    try { console.log(readTextFile(${JSON.stringify(file)})); } catch (error) { console.log(error.message); }`;
  // Root, the user of tests in containers, may read every file.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect((await child.stdout.toArray()).join('')).toBe(
    'may not be read by this user; change its owner or its permissions\n',
  );
});

test('lines may end in LF, CRLF or CR, and are counted alike', async () => {
  const file = join(await folder(), 'a.md');
  await writeFile(file, 'one\rtwo\r\nthree\n');
  expect(readTextFile(file)).toBe('one\ntwo\r\nthree\n');
  await writeFile(file, 'one\rtwo\rthree\u202e');
  expect(() => readTextFile(file)).toThrow(expect.objectContaining({ line: 3 }));
});
