import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContentStatusStore, type InstanceStatus } from '../app/content/status/status-store.ts';
import { systemClock } from '../app/platform/clock/clock.ts';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';
import { readConfiguration } from '../app/server/config.ts';
import { createSubmissionAdapters } from '../app/server/submission-adapters.ts';
import { compileCache } from '../tests/harness/compile-cache.ts';
import { pinnedNode, root } from '../tests/harness/server.ts';

const live = { version: '3f2a', since: new Date('2026-03-01T09:00:00.000Z') };
const problem = { file: 'pages/home.yaml', line: 12, field: 'hero.heading', message: 'is missing; takes text' };
const refused = { since: new Date('2026-03-01T10:30:00.000Z'), problems: [problem] };

function createData() {
  const dataDirectory = temporaryDirectory();
  return {
    dataDirectory,
    async report(...statuses: InstanceStatus[]) {
      await using adapters = createSubmissionAdapters(readConfiguration({ DATA_DIR: dataDirectory }));
      const store = createContentStatusStore({ ...adapters, clock: systemClock });
      for (const status of statuses) await store.report(status, { webmaster: undefined, isSettled: true });
    },
    status: (parameters: readonly string[] = [], environment = {}) => {
      const result = spawnSync(pinnedNode, ['commands/content-status.ts', ...parameters], {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDirectory, ...environment },
      });
      return { code: result.status, text: result.stdout, message: result.stderr };
    },
  };
}

test('names live and refused content of each server, and exits with 1 while a change is refused', async () => {
  const { report, status } = createData();
  await report({ name: 'web-1:3000', live, refused: undefined }, { name: 'web-2:3000', live, refused });
  const { code, text, message } = status();
  expect(message).toBe('');
  expect(text).toContain('web-1:3000, running');
  expect(text).toContain('3f2a since 2026-03-01 09:00 UTC');
  expect(text).toContain('since 2026-03-01 10:30 UTC');
  expect(text).toContain('pages/home.yaml:12 hero.heading: is missing; takes text');
  expect(code).toBe(1);

  const { servers } = JSON.parse(status(['--json']).text);
  expect(servers).toMatchObject([
    { name: 'web-1:3000', is_running: true, live: { version: '3f2a', since: live.since.toISOString() }, refused: null },
    { name: 'web-2:3000', refused: { since: refused.since.toISOString(), problems: [problem] } },
  ]);
});

test('exits with 0 where all running servers show their files', async () => {
  const { report, status } = createData();
  await report({ name: 'web-1:3000', live, refused: undefined });
  expect(status()).toMatchObject({ code: 0, message: '' });
});

test('exits with 1 where the content was refused at the start, so that nothing is live', async () => {
  const { report, status } = createData();
  await report({ name: 'web-1:3000', live: undefined, refused });
  const { code, text } = status();
  expect(text).toContain('could not start');
  expect(text).toContain('pages/home.yaml:12');
  expect(code).toBe(1);
});

test('exits with 3 where no server has run, and creates no database', () => {
  const { status, dataDirectory } = createData();
  const { code, text } = status([], { DATA_DIR: join(dataDirectory, 'elsewhere') });
  expect(text).toBe('No server has reported to this DATA_DIR or DATABASE_URL within the last day.\n');
  expect(code).toBe(3);
  expect(status([], { DATA_DIR: join(dataDirectory, 'elsewhere') }).code).toBe(3);
});

test.each([
  [['--jason'], {}, "Unknown option '--jason'; the options are --json. Usage: npm run content:status -- --help\n"],
  [[], { PORT: 'x' }, 'PORT is "x"'],
  [[], { DATABASE_URL: 'postgres://site:secret@127.0.0.1:1/site' }, 'The reports cannot be read'],
])('exits with 2 where the reports cannot be read: %j %j', (parameters, environment, message) => {
  const result = createData().status(parameters, environment);
  expect(result.message).toContain(message);
  expect(result.message).not.toContain('secret');
  expect(result.code).toBe(2);
});
