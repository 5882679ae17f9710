import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { copyIntoFolder, safeFileName, uniqueFileName } from './resume-file.ts';

const nameOf = (name: string, file = 'abc.pdf') =>
  safeFileName({
    id: '20260301-0123456789',
    kind: 'application',
    status: 'received',
    receivedAt: '2026-03-01T09:00:00.000Z',
    fields: {},
    resume: { file, name, bytes: 1, sha256: '' },
  });

test.each([
  ['Ada Lovelace (CV).pdf', 'Ada Lovelace (CV).pdf'],
  ['Lebenslauf Zoe\u0308.pdf', 'Lebenslauf Zoë.pdf'],
  ['履歴書 2026.pdf', '履歴書 2026.pdf'],
  // Folders of either kind of system.
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
  ['..\\..\\cv.pdf', 'cv.pdf'],
  // Hidden, or an option of a command.
  ['.bashrc.pdf', 'bashrc.pdf'],
  ['-rf.pdf', 'rf.pdf'],
  ['--to=x.pdf', 'to_x.pdf'],
  // Characters with a meaning to shells, terminals or file systems.
  ['$(reboot) `id`; rm *|?<>&"\'.pdf', '(reboot) _id_ rm _.pdf'],
  ['a\u001b[2J\u202egnp\n\0.pdf', 'a_2Jgnp.pdf'],
  ['a:b.pdf', 'a_b.pdf'],
  // Files of another type than the name says.
  ['cv.pdf.exe', 'cv.pdf.pdf'],
  ['cv.scr', 'cv.pdf'],
  ['cv', 'cv.pdf'],
  ['CON.pdf', 'resume-20260301-0123456789.pdf'],
  ['com¹.pdf', 'resume-20260301-0123456789.pdf'],
  ['nul.tar.pdf', 'resume-20260301-0123456789.pdf'],
  ['...pdf', 'resume-20260301-0123456789.pdf'],
  ['', 'resume-20260301-0123456789.pdf'],
])('%j is copied as %j', (name, expected) => {
  expect(nameOf(name)).toBe(expected);
});

test('uses the extension of the received file', () => {
  expect(nameOf('cv.pdf', 'abc.docx')).toBe('cv.docx');
});

test('limits names to the bytes of file systems without splitting a character', () => {
  const name = nameOf(`${'木'.repeat(300)}.pdf`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^木+\.pdf$/u);
});

test.each([
  ['Ada Lovelace', 'Ada Lovelace 20260301-0123456789.pdf'],
  ['../..', 'resume 20260301-0123456789.pdf'],
  ['CON', 'CON 20260301-0123456789.pdf'],
  ['a/b\u202e\n', 'a_b 20260301-0123456789.pdf'],
  ['木'.repeat(300), `${'木'.repeat(58)} 20260301-0123456789.pdf`],
])('copies one of several, of %j, as %j', (name, expected) => {
  const copied = uniqueFileName({
    id: '20260301-0123456789',
    kind: 'application',
    status: 'received',
    receivedAt: '2026-03-01T09:00:00.000Z',
    fields: { name },
    resume: { file: 'abc.pdf', name: 'cv.pdf', bytes: 1, sha256: '' },
  });
  expect(copied).toBe(expected);
  expect(Buffer.byteLength(copied)).toBeLessThanOrEqual(200);
});

test('an interrupted copy has no final name, and the next one replaces it', async () => {
  const directory = temporaryDirectory();
  const copy = (content: AsyncIterable<Uint8Array>) =>
    copyIntoFolder(
      {
        id: '20260301-0123456789',
        kind: 'application',
        status: 'received',
        receivedAt: '2026-03-01T09:00:00.000Z',
        fields: { name: 'Ada' },
        resume: { file: 'abc.pdf', name: 'cv.pdf', bytes: 1, sha256: '' },
      },
      content,
      { folder: '.', force: false, directory },
    );
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  async function* interrupted() {
    yield Buffer.from('first half');
    started.resolve();
    await ended.promise;
  }
  const interruptedCopy = copy(interrupted());
  await started.promise;
  expect(await readdir(directory)).toEqual(['Ada 20260301-0123456789.pdf.copy.part']);
  async function* whole() {
    yield Buffer.from('both halves');
  }
  expect((await copy(whole())).outcome).toBe('copied');
  expect(await readdir(directory)).toEqual(['Ada 20260301-0123456789.pdf']);
  expect(await readFile(join(directory, 'Ada 20260301-0123456789.pdf'), 'utf8')).toBe('both halves');
  ended.reject(new Error('Interrupted'));
  await expect(interruptedCopy).rejects.toThrow('Interrupted');
});
