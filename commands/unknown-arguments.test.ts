import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

// Ignored, they would serve instead of preparing, check another folder, or listen on another port than was asked for.
test.each([
  ['start.mjs', '--perpare', 'npm start takes --prepare or --serve, not "--perpare"'],
  ['check-content.ts', '/srv/content', "Unexpected argument '/srv/content'"],
  ['edit.ts', '--port=4000', "Unknown option '--port'"],
])('%s refuses %s', (program, argument, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`commands/${program}`, argument], {
    cwd: root,
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stderr).toContain(message);
  expect([stdout, status === 0]).toEqual(['', false]);
});
