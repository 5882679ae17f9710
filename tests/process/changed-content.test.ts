import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { privacyPath } from '../../app/paths.ts';
import { startServer } from '../harness/server.ts';

vi.setConfig({ testTimeout: 90_000 });

test('a change of one page does not read the films and pictures again', async () => {
  const content = await createContentDirectory();
  onTestFinished(() => content[Symbol.asyncDispose]());
  // The beginning of an MP4 (ISO/IEC 14496-12), as its check expects.
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), randomBytes(20_000_000)]);
  await writeFile(join(content.path, 'media', 'film.mp4'), film);
  const server = await startServer({ CONTENT_DIR: content.path });
  const page = async () => (await fetch(new URL(privacyPath, server.origin))).text();
  // Bytes that the process has read (proc_pid_io(5)).
  const bytesRead = async () => Number(/rchar: (\d+)/u.exec(await readFile(`/proc/${server.pid}/io`, 'utf8'))?.[1]);

  const before = await bytesRead();
  expect(before).toBeGreaterThan(film.byteLength);
  await content.edit('legal/privacy-policy.md', 'None.', 'A chocolate one.');
  await vi.waitFor(async () => expect(await page()).toContain('A chocolate one.'), { timeout: 30_000, interval: 50 });
  expect((await bytesRead()) - before).toBeLessThan(film.byteLength);
  await server.stop();
});
