import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { sourceFiles } from '../../commands/build-stamp.mjs';
import { compileCache } from '../harness/compile-cache.ts';
import { pinnedNode, root } from '../harness/server.ts';
import { smallSite } from './small-site.ts';

/** Runs `npm start` without npm, in a separate data directory. */
async function launch(environment: Readonly<Record<string, string>> = {}, ...options: string[]) {
  const port = await freePort();
  const launcher = spawn(pinnedNode, ['commands/start.mjs', ...options], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      ...smallSite,
      PORT: String(port),
      DATA_DIR: temporaryDirectory(),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const prints = (text: string) => expect.poll(() => output, { timeout: 60_000 }).toContain(text);
  return {
    launcher,
    prints,
    printed: () => output,
    url: `http://localhost:${port}`,
    closed: once(launcher.stdout, 'close'),
  };
}

test('a server without its database, mail server and virus scanner says so', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`;
  const { launcher, prints, url, closed } = await launch({
    DATABASE_URL: `postgres://${nowhere}/site`,
    SMTP_URL: `smtp://${nowhere}`,
    CLAMD_URL: `tcp://${nowhere}`,
  });
  await prints(`serves pages at ${url}, but is not ready: database (see /readyz)`);
  await prints(
    '"level":"warn","message":"the mail server accepts no mail now; mail waits in the outbox","reason":"ESOCKET',
  );
  await prints(
    '"level":"warn","message":"the virus scanner is unavailable now; resumes are accepted and scanned later","reason":"connect ECONNREFUSED',
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

test('SIGUSR1, with which other servers reopen their logs, opens no debugger', async () => {
  const { launcher, prints, printed, url, closed } = await launch({}, '--serve');
  await prints(`is ready at ${url}`);
  launcher.kill('SIGUSR1');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  launcher.kill();
  await closed;
  expect(printed()).not.toContain('Debugger listening');
});

/** A project without packages, in which `npm start -- --prepare` does nothing that the test does not want. */
function emptyProject(): string {
  const project = temporaryDirectory();
  cpSync(join(root, 'commands'), join(project, 'commands'), { recursive: true });
  const packages = { '': { name: 'site' } };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'site' }));
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({ name: 'site', lockfileVersion: 3, requires: true, packages }),
  );
  return project;
}

/** Prepares a project. @returns what it prints, and its exit code */
function prepare(project: string, path = process.env.PATH): { output: string; code: number | null } {
  const { stderr, status } = spawnSync(process.execPath, ['commands/start.mjs', '--prepare'], {
    cwd: project,
    env: { PATH: path },
    encoding: 'utf8',
  });
  return { output: stderr, code: status };
}

test('an npm that runs no install scripts gets a message with the command that helps', () => {
  const { output, code } = prepare(emptyProject());
  expect(code).toBe(1);
  expect(output).toContain('npm rebuild node --ignore-scripts=false');
});

/** Prepares a project whose Node needs a library that this machine lacks. @param aptGet script in place of `apt-get` */
function prepareWithoutLibrary(aptGet: string) {
  const project = emptyProject();
  const programs = join(project, 'programs');
  const node = join(project, 'node_modules/node/bin/node');
  const write = (file: string, script: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  };
  write(node, `[ -e library ] || { echo 'libatomic.so.1: cannot open shared object file' >&2; exit 127; }`);
  write(join(programs, 'apt-get'), aptGet);
  write(join(programs, 'sudo'), 'shift; exec "$@"');
  write(join(programs, 'npm'), 'cp package-lock.json node_modules/.package-lock.json; echo "npm $*"');
  mkdirSync(join(project, 'app'));
  for (const file of sourceFiles.filter((name) => !existsSync(join(project, name)))) write(join(project, file), '');
  return prepare(project, `${programs}${delimiter}/usr/bin${delimiter}/bin`);
}

test('a library that Node needs and Debian leaves out is installed before the build', () => {
  const { output, code } = prepareWithoutLibrary(
    '[ "$*" != "install --yes --quiet --no-install-recommends libatomic1" ] || touch library',
  );
  expect(output).toMatch(/npm install .*\nInstalling libatomic1 .*\nBuilding\nnpm run --silent build\n$/u);
  expect(code).toBe(0);
});

test('a library that cannot be installed is named, with the command that installs it', () => {
  const { output, code } = prepareWithoutLibrary('exit 1');
  expect(output).toContain('does not run here: libatomic.so.1: cannot open shared object file');
  expect(output).toContain('apt-get install libatomic1');
  expect(code).toBe(1);
});
