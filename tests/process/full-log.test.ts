import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { pinnedNode, root } from '../harness/server.ts';
import { smallSite } from './small-site.ts';

vi.setConfig({ testTimeout: 60_000 });

test.skipIf(process.platform !== 'linux')('a server whose log has no space left serves pages', async () => {
  const directory = temporaryDirectory();
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const server = spawn(pinnedNode, ['build/server/server.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      DATA_DIR: directory,
      ...smallSite,
    },
    stdio: ['ignore', full, full],
  });
  try {
    const status = () => fetch(`http://127.0.0.1:${port}/contact-us`).then((response) => response.status);
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000, interval: 100 });
    expect(server.exitCode).toBeNull();
  } finally {
    if (server.exitCode === null) {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  }
});
