import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { pinnedNode, root } from '../harness/server.ts';
import { smallSite } from './small-site.ts';

/** Runs `npm start` without npm, in a separate data directory. */
async function launch(environment: Readonly<Record<string, string>> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'launcher-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const port = await freePort();
  const launcher = spawn(pinnedNode, ['commands/start.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...smallSite, PORT: String(port), DATA_DIR: directory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const prints = (text: string) => expect.poll(() => output, { timeout: 60_000 }).toContain(text);
  return { launcher, prints, url: `http://localhost:${port}`, closed: once(launcher.stdout, 'close') };
}

test('a server without its database and mail server says so', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`;
  const { launcher, prints, url, closed } = await launch({
    DATABASE_URL: `postgres://${nowhere}/site`,
    SMTP_URL: `smtp://${nowhere}`,
  });
  await prints(`serves pages at ${url}, but is not ready: database (see /readyz)`);
  await prints(
    '"level":"warn","message":"the mail server accepts no mail now; mail waits in the outbox","reason":"ESOCKET',
  );
  expect((await fetch(url)).status).toBe(200);
  launcher.kill();
  await closed;
});

test('a port in use is reported before the content is read', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { prints, closed } = await launch({ PORT: String(port), CONTENT_DIR: '/nowhere' });
  await prints(`Port ${port} of 127.0.0.1 is in use; set PORT to another one`);
  await closed;
});

test.each(['SIGHUP', 'SIGKILL'] as const)('%s to the launcher alone stops the server', async (signal) => {
  const { launcher, prints, url, closed } = await launch();
  await prints(`is ready at ${url}`);
  launcher.kill(signal);
  // The server holds this pipe, too.
  await closed;
  await prints('"message":"stopping"');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('an npm that runs no install scripts gets a message with the command that helps', async () => {
  const project = mkdtempSync(join(tmpdir(), 'launcher-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  cpSync(join(root, 'commands'), join(project, 'commands'), { recursive: true });
  const packages = { '': { name: 'site' } };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'site' }));
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({ name: 'site', lockfileVersion: 3, requires: true, packages }),
  );
  const launcher = spawn(process.execPath, ['commands/start.mjs'], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let output = '';
  launcher.stderr.on('data', (chunk) => {
    output += chunk;
  });
  expect(await once(launcher, 'close')).toEqual([1, null]);
  expect(output).toContain('npm rebuild node --ignore-scripts=false');
});
