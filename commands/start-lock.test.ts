import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';
import { installDebianPackages } from './debian-packages.mjs';

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

test('a process that installs packages of the system can continue its heartbeat', async () => {
  const go = join(directory, 'go');
  const program = (name: string, script: string) =>
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  program('sudo', 'shift; exec "$@"');
  // Waits for the file that this process writes, for 5 s at most.
  program('apt-get', `for i in $(seq 50); do [ -e '${go}' ] && echo "$*" >> '${go}' && exit; sleep 0.1; done`);
  vi.stubEnv('PATH', `${directory}:${process.env.PATH}`);
  const installed = installDebianPackages(['libatomic1']);
  writeFileSync(go, '');
  await installed;
  vi.unstubAllEnvs();
  expect(readFileSync(go, 'utf8')).toBe('update --quiet\ninstall --yes --quiet --no-install-recommends libatomic1\n');
});
