import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestSubmissions, type TestSubmissions } from '../../features/submissions/submissions.fixture.ts';
import { ContentError, type ContentProblem } from '../../platform/content/problem.ts';
import { createContentStore } from '../../platform/content/store.ts';
import { hasPostgres } from '../../platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../../platform/database/shared-postgres.fixture.ts';
import { temporaryDirectory } from '../../platform/files/temporary-directory.fixture.ts';
import { createSmtpMailer } from '../../platform/mail/smtp.ts';
import { startMailServer } from '../../platform/mail/smtp-server.fixture.ts';
import { dayMs } from '../../shared/iso-time.ts';
import { createContentReporter } from './content-reporter.ts';
import { createContentStatusStore, reportEveryMs, settledAfterMs, staleAfterMs } from './status-store.ts';

const webmaster = 'webmaster@example.com';
const wrongTitle: ContentProblem = {
  file: 'pages/home.yaml',
  line: 3,
  field: 'title',
  message: 'is missing; takes text',
};
const wrongLink: ContentProblem = { file: 'articles/insights/a.md', line: 9, message: '"/x" is no page' };

/** The servers of one site, on one database and with one real mail server. */
async function createSite(engine: 'SQLite' | 'PostgreSQL') {
  const mail = await startMailServer();
  const databaseUrl = engine === 'PostgreSQL' ? await createSharedDatabase() : undefined;
  const site: TestSubmissions = createTestSubmissions({
    mailer: createSmtpMailer(mail.url),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  onTestFinished(async () => {
    await site.close();
    await mail.close();
  });
  const store = createContentStatusStore(site);
  const liveSince = site.clock.now();
  const report = (name: string, problems?: readonly ContentProblem[], isSettled = true) =>
    store.report(
      {
        name,
        live: { version: 'v1', since: liveSince },
        refused: problems && { since: site.clock.now(), problems },
      },
      { webmaster, isSettled },
    );
  return {
    ...site,
    store,
    report,
    /** The subjects of the webmaster's mails so far. */
    async subjects() {
      await site.submissions.deliver();
      return mail.received
        .filter(({ to }) => to.includes(webmaster))
        .map(({ headers }) => headers.find((line) => line.startsWith('Subject: '))?.slice('Subject: '.length));
    },
    received: mail.received,
  };
}

describe.each(['SQLite', 'PostgreSQL'] as const)('With %s', (engine) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres)(
    'one mail is sent for each state, however many instances report it and how often',
    async () => {
      const { report, subjects, pass } = await createSite(engine);
      await report('a:1');
      expect(await subjects()).toEqual([]);

      await Promise.all([report('a:1', [wrongTitle]), report('b:1', [wrongTitle])]);
      pass(settledAfterMs);
      await Promise.all([report('a:1', [wrongTitle]), report('b:1', [wrongTitle])]);
      await report('a:1', [{ ...wrongTitle, line: 40 }]);
      expect(await subjects()).toEqual(['Content refused: pages/home.yaml']);

      // One instance lags behind the other.
      const both = [wrongLink, { ...wrongLink, line: 12 }, wrongTitle];
      await report('a:1', both);
      expect(await subjects()).toHaveLength(1);
      await report('b:1', both);
      pass(settledAfterMs);
      await report('a:1', both);
      expect((await subjects()).slice(1)).toEqual(['Content refused: articles/insights/a.md and 1 more']);

      await report('a:1');
      expect(await subjects()).toHaveLength(2);
      await report('b:1');
      await report('a:1');
      expect((await subjects()).slice(2)).toEqual(['Content is valid again']);
    },
  );

  test.skipIf(engine === 'PostgreSQL' && !hasPostgres)(
    'a state that has not settled yet is mailed about by nobody',
    async () => {
      const { report, subjects, pass } = await createSite(engine);
      await report('a:1', [wrongTitle], false);
      await report('b:1');
      expect(await subjects()).toEqual([]);
      pass(settledAfterMs);
      await report('b:1');
      expect(await subjects()).toEqual(['Content refused: pages/home.yaml']);
    },
  );

  test.skipIf(engine === 'PostgreSQL' && !hasPostgres)(
    'what an instance refused is over when it is not heard of any more',
    async () => {
      const { store, report, subjects, pass } = await createSite(engine);
      await report('a:1', [wrongTitle]);
      expect(await subjects()).toHaveLength(1);
      pass(staleAfterMs + 1);
      await report('b:1');
      expect((await subjects()).slice(1)).toEqual(['Content is valid again']);

      // Its clock was ahead, and it has ended.
      pass(2 * dayMs);
      await report('c:1', [wrongTitle]);
      pass(-2 * dayMs);
      await report('b:1');
      expect((await store.read()).map(({ name }) => name)).not.toContain('c:1');
    },
  );

  test.skipIf(engine === 'PostgreSQL' && !hasPostgres)('times outlive a restart with the same state', async () => {
    const { store, report, pass, clock } = await createSite(engine);
    const begun = clock.now();
    await report('a:1', [wrongTitle]);
    pass(60_000);
    const status = { name: 'a:1', refused: { since: clock.now(), problems: [wrongTitle] } };
    await store.report({ ...status, live: { version: 'v1', since: clock.now() } }, { webmaster, isSettled: true });
    expect(await store.read()).toEqual([
      {
        name: 'a:1',
        live: { version: 'v1', since: begun },
        refused: { since: begun, problems: [wrongTitle] },
        seen: clock.now(),
        isRunning: true,
      },
    ]);
    await store.report({ ...status, live: undefined }, { webmaster, isSettled: true });
    expect(await store.read()).toMatchObject([{ live: undefined, isRunning: false, refused: { since: begun } }]);
    pass(staleAfterMs);
    expect(await store.read()).toMatchObject([{ isRunning: false }]);
  });
});

test('the mail names each file with line and reason', async () => {
  const { report, subjects, received } = await createSite('SQLite');
  await report('a:1', [wrongTitle, wrongLink]);
  await subjects();
  const text = received[0]?.raw.replaceAll('=\r\n', '') ?? '';
  expect(text).toContain('pages/home.yaml:3 title: is missing; takes text');
  expect(text).toContain('articles/insights/a.md:9: "/x" is no page');
  expect(text).toContain('Refused since 2026-03-01 09:00 UTC\r\nServer: a:1\r\n');
});

test('a queued mail is replaced by that of a later state', async () => {
  const { report, store, subjects, pass } = await createSite('SQLite');
  await report('a:1', [wrongTitle]);
  await store.report(
    {
      name: 'a:1',
      live: { version: 'v1', since: new Date(0) },
      refused: { since: new Date(0), problems: [wrongLink] },
    },
    { webmaster, isSettled: true },
  );
  pass(settledAfterMs);
  expect(await subjects()).toEqual(['Content refused: articles/insights/a.md']);
});

test('another server on one SQLite database is a warning, but not while one replaces the other', async () => {
  const { store, report, pass, log, lines } = await createSite('SQLite');
  let change = () => {};
  const content = {
    status: () => ({ version: 'v1', since: new Date(0), refusals: 0, refused: undefined }),
    onStatus: (listener: () => void) => {
      change = listener;
    },
  };
  const reporter = createContentReporter({ store, content, instance: 'a:1', webmaster, log });
  const warnings = () => lines.filter((line) => line.includes('another server'));
  const reportBoth = async () => {
    await report('a:2');
    change();
  };
  pass(reportEveryMs);
  await reportBoth();
  pass(1);
  await reportBoth();
  await reportBoth();
  await reporter.stop();
  expect(warnings()).toEqual([expect.stringContaining('"other":"a:2"')]);
});

test('an author who breaks and fixes a file gets one mail for each', async () => {
  const { store, subjects, log, clock } = await createSite('SQLite');
  const directory = temporaryDirectory();
  const file = join(directory, 'words', 'a.txt');
  await mkdir(join(directory, 'words'));
  await writeFile(file, 'right');
  const content = await createContentStore({
    directory,
    load: async () => {
      const version = await readFile(file, 'utf8');
      if (version.includes('wrong')) throw new ContentError([{ file: 'words/a.txt', line: 1, message: 'is wrong' }]);
      const always = { content: { version }, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
      return { version, at: () => always };
    },
    clock,
    log,
  });
  const reporter = createContentReporter({ store, content, instance: 'a:1', webmaster, log, settledMs: 0 });
  onTestFinished(async () => {
    content.close();
    await reporter.stop();
  });
  const isRefused = (expected: boolean) =>
    vi.waitFor(async () => expect(content.status().refused !== undefined).toBe(expected), { timeout: 15_000 });
  const gets = (expected: readonly string[]) =>
    vi.waitFor(async () => expect(await subjects()).toEqual(expected), { timeout: 15_000, interval: 50 });

  await writeFile(file, 'wrong');
  await isRefused(true);
  await gets(['Content refused: words/a.txt']);
  const { refusals } = content.status();
  await writeFile(file, 'wrong still');
  await vi.waitFor(() => expect(content.status().refusals).toBeGreaterThan(refusals), { timeout: 15_000 });
  await writeFile(file, 'right again');
  await isRefused(false);
  await gets(['Content refused: words/a.txt', 'Content is valid again']);
  expect(await store.read()).toMatchObject([{ name: 'a:1', live: { version: 'right again' }, refused: undefined }]);
});
