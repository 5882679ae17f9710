import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';

const program = fileURLToPath(new URL('start-lock.fixture.mjs', import.meta.url));

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

test('one process at a time holds the lock, also after one that was killed', async () => {
  const lock = join(directory, 'lock');
  mkdirSync(lock);
  writeFileSync(join(lock, '1'), '');
  utimesSync(join(lock, '1'), 1, 1);
  const takers = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, [program, lock, join(directory, 'held'), '300']),
  );
  expect((await Promise.all(takers)).map(({ stdout }) => stdout)).toEqual(['0', '0', '0', '0']);
  expect(readdirSync(lock)).toEqual(['1201']);
});

test('a lock that was left behind before the clock was set back holds up nobody', async () => {
  const inAnHour = Date.now() / 1000 + 3600;
  const lock = join(directory, 'lock');
  mkdirSync(lock);
  writeFileSync(join(lock, '1'), '');
  utimesSync(join(lock, '1'), inAnHour, inAnHour);
  const taker = await promisify(execFile)(process.execPath, [program, lock, join(directory, 'held'), '1']);
  expect(taker.stdout).toBe('0');
});
