import { expect, test } from 'vitest';
import { createContentStatusStore } from '../content/status/status-store.ts';
import { ContentError } from '../platform/content/problem.ts';
import { temporaryDirectory } from '../platform/files/temporary-directory.fixture.ts';
import { createLog } from '../platform/log/log.ts';
import { readConfiguration } from './config.ts';
import { contentReadiness, reportRefusedStart } from './content-status.ts';
import { createSubmissionAdapters } from './submission-adapters.ts';

const since = new Date('2026-03-01T09:00:00.000Z');
const live = { version: '3f2a', since, refusals: 0 };

test('the readiness contains the locations of problems, but not their messages', () => {
  const problems = [
    { file: 'pages/home.yaml', line: 12, field: 'hero.heading', message: 'takes text; found "we acquire Acme"' },
    { file: 'pages/ventures.yaml', message: 'is missing' },
  ];
  expect(contentReadiness({ ...live, refused: { since, problems } })).toEqual({
    version: '3f2a',
    since: '2026-03-01T09:00:00.000Z',
    refused: {
      since: '2026-03-01T09:00:00.000Z',
      count: 2,
      problems: [
        { file: 'pages/home.yaml', line: 12 },
        { file: 'pages/ventures.yaml', line: null },
      ],
    },
  });
  expect(contentReadiness({ ...live, refused: undefined }).refused).toBeNull();
});

test.each([
  [20, 20],
  [21, 20],
])('of %i problems %i are listed, and all are counted', (count, named) => {
  const problems = Array.from({ length: count }, () => ({ file: 'a', line: 1, message: 'is wrong' }));
  const { refused } = contentReadiness({ ...live, refused: { since, problems } });
  expect(refused?.count).toBe(count);
  expect(refused?.problems).toHaveLength(named);
});

test('a refused start is stored for content:status and queues no mail, which only the next start could send', async () => {
  const environment = { DATA_DIR: temporaryDirectory(), MAIL_TO_WEBMASTER: 'webmaster@example.com' };
  const configuration = readConfiguration(environment);
  const clock = { now: () => since };
  const lines: string[] = [];
  const log = createLog({ level: 'debug', clock, write: (line) => lines.push(line) });
  await reportRefusedStart(configuration, new ContentError([{ file: 'site.yaml', message: 'is empty' }]), {
    clock,
    log,
  });
  expect(lines).toEqual([]);
  await using adapters = createSubmissionAdapters(configuration);
  expect(await createContentStatusStore({ ...adapters, clock }).read()).toMatchObject([
    { live: undefined, refused: { since, problems: [{ file: 'site.yaml' }] } },
  ]);
  expect(await adapters.database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});
