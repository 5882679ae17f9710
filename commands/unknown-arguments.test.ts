import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scripts } from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

// Ignored, they would serve instead of preparing, check another folder, or listen on another port than was asked for.
test.each([
  ['start.mjs', '--perpare', 'npm start takes --prepare or --serve, not "--perpare"'],
  ['check-content.ts', '/srv/content', "Unexpected argument '/srv/content'"],
  ['licences.ts', 'MIT', "Unexpected argument 'MIT'"],
  ['edit.ts', '--port=4000', "Unknown option '--port'"],
  ['backup.ts', '--erasures=/srv', "Unknown option '--erasures'. Usage"],
  ['dev.ts', '--port=4000', "Unknown option '--port'"],
])('%s refuses %s', (program, argument, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`commands/${program}`, argument], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr).toContain(message);
  expect([stdout, status === 0]).toEqual(['', false]);
});

test('edit installs and builds before it edits, not before it prints its usage', () => {
  const programs = (argument: string) =>
    execFileSync('sh', ['-c', `node() { echo "$*"; }; ${scripts.edit} ${argument}`], { encoding: 'utf8' });
  expect(programs('')).toBe('commands/start.mjs --prepare\ncommands/edit.ts\n');
  expect(programs('--help')).toBe('commands/edit.ts --help\n');
});
