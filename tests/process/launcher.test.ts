import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, pinnedNode, root } from '../harness/server.ts';
import { smallSite } from './small-site.ts';

test.each(['SIGHUP', 'SIGKILL'] as const)('%s to the launcher alone stops the server', async (signal) => {
  const directory = mkdtempSync(join(tmpdir(), 'launcher-'));
  const port = await freePort();
  const launcher = spawn(pinnedNode, ['commands/start.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...smallSite, PORT: String(port), DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  launcher.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const closed = once(launcher.stdout, 'close');
  await expect.poll(() => output, { timeout: 60_000 }).toContain('is ready at');
  launcher.kill(signal);
  // The server holds this pipe, too.
  await closed;
  expect(output).toContain('"message":"stopping"');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  rmSync(directory, { recursive: true });
});
