import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportsPath } from '../../paths.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { describeEachEngine } from '../../platform/database/each-engine.fixture.ts';
import type { Database } from '../../platform/database/port.ts';
import { temporaryDirectory } from '../../platform/files/temporary-directory.fixture.ts';
import { createLog } from '../../platform/log/log.ts';
import type { RunningAnalytics } from './analytics.ts';
import { type AnalyticsStore, createAnalyticsStore } from './analytics-store.server.ts';
import { createAnalytics } from './create-analytics.server.ts';
import { firstStoredDay } from './retention.ts';
import type { AnalyticsTables } from './tables.server.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const titles: Readonly<Record<string, string>> = { '/': 'Home', '/ventures': 'Ventures' };
const view = { kind: 'view', path: '/', title: 'Home | Acme' };
const vitalsReport = { kind: 'vitals', path: '/', device: 'phone', values: { LCP: 1234, CLS: 0 } };

describeEachEngine('with %s', (databaseUrlOfTest) => {
  let directory: string;
  let database: Database<AnalyticsTables>;
  let store: AnalyticsStore;
  let analytics: RunningAnalytics;
  let now: Date;
  let lines: string[];
  /** While set, every query fails. */
  let outage: Error | undefined;

  const createInstance = () => {
    const clock = { now: () => now };
    return createAnalytics({
      settings: { adapter: 'first-party' },
      store,
      titleOf: (path) => titles[path],
      clock,
      log: createLog({ level: 'debug', clock, write: (line) => lines.push(line) }),
    });
  };

  beforeEach(async () => {
    directory = temporaryDirectory();
    const url = databaseUrlOfTest();
    database = createDatabase<AnalyticsTables>({ url, file: join(directory, 'sums.sqlite') });
    outage = undefined;
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (outage) throw outage;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    store = createAnalyticsStore(database.db.withPlugin(failing));
    now = new Date('2026-03-01T09:00:00.000Z');
    lines = [];
    analytics = createInstance();
  });
  afterEach(() => database?.close());

  const report = (body: unknown, { headers = {}, address = '192.0.2.1', to = analytics }: ReportOptions = {}) =>
    to.receive(
      new Request(`http://localhost${reportsPath}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'user-agent': browser, ...headers },
      }),
      address,
    );
  const viewsOn = (from: string, to = from) => store.viewsBetween(from, to);

  test('adds a view to the sum of its day and path, with the title of the site', async () => {
    expect(await report(view)).toEqual({ status: 204 });
    expect(await report({ ...view, title: 'Whatever' })).toEqual({ status: 204 });
    expect(await report({ ...view, path: '/ventures' })).toEqual({ status: 204 });
    expect(await viewsOn('2026-03-01')).toEqual([]);
    await analytics.flush();
    now = new Date('2026-03-02T00:00:00.000Z');
    await report(view);
    await analytics.flush();
    expect(await viewsOn('2026-03-01')).toEqual([
      { path: '/', title: 'Home', views: 2 },
      { path: '/ventures', title: 'Ventures', views: 1 },
    ]);
    expect(await viewsOn('2026-03-01', '2026-03-31')).toMatchObject([
      { path: '/', views: 3 },
      { path: '/ventures', views: 1 },
    ]);
  });

  test('adds up the counts of several instances', async () => {
    const others = [createInstance(), createInstance()];
    for (const instance of [analytics, ...others])
      for (let count = 0; count < 5; count += 1) {
        await report(view, { to: instance });
        await report({ ...view, path: '/ventures' }, { to: instance });
        await report(vitalsReport, { to: instance });
      }
    await Promise.all([analytics, ...others].map((instance) => instance.flush()));
    expect(await viewsOn('2026-03-01')).toMatchObject([
      { path: '/', views: 15 },
      { path: '/ventures', views: 15 },
    ]);
    const [cls, lcp] = (await store.vitalsBetween('2026-03-01', '2026-03-01')).toSorted((one, other) =>
      one.vital.localeCompare(other.vital),
    );
    expect(cls).toMatchObject({ path: '/', device: 'phone', vital: 'CLS', counts: new Map([[0, 15]]) });
    expect(lcp).toMatchObject({ vital: 'LCP', counts: new Map([[4, 15]]) });
  });

  test('loses nothing while the database is down, and logs it once', async () => {
    await report(view);
    outage = new Error('no database');
    await analytics.flush();
    await report(view);
    await analytics.flush();
    expect(lines.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
    outage = undefined;
    await analytics.stop();
    expect(await viewsOn('2026-03-01')).toMatchObject([{ path: '/', views: 2 }]);
  });

  test('does not count refusals, programs and unknown pages', async () => {
    expect(await report(view, { headers: { 'sec-gpc': '1' } })).toEqual({ status: 204 });
    expect(await report(vitalsReport, { headers: { 'sec-gpc': '1' } })).toEqual({ status: 204 });
    for (const program of ['Examplebot/1.0', 'curl/8.9.1', 'Mozilla/5.0 Chrome-Lighthouse', ''])
      expect(await report(view, { headers: { 'user-agent': program } })).toEqual({ status: 204 });
    expect(await report({ ...view, path: '/invented' })).toEqual({ status: 204 });
    expect(await report({ ...view, path: '/?search=secret' })).toEqual({ status: 204 });
    await analytics.flush();
    expect(await viewsOn('2026-03-01')).toEqual([]);
    expect(await store.vitalsBetween('2026-03-01', '2026-03-01')).toEqual([]);
  });

  test('counts a page whose title, from a content host, has 500 characters', async () => {
    expect(await report({ ...view, title: `${'a'.repeat(500)} | Company` })).toEqual({ status: 204 });
  });

  test('refuses invalid reports', async () => {
    const wrong = [
      { ...view, kind: 'click' },
      { ...view, path: 'ventures' },
      { ...view, path: `/${'a'.repeat(300)}` },
      { ...view, title: '' },
      { ...view, visitor: 7 },
      { ...vitalsReport, device: 'watch' },
      { ...vitalsReport, values: { LCP: -1 } },
      { ...vitalsReport, values: { LCP: 600_001 } },
      { ...vitalsReport, values: { FID: 3 } },
      [],
      'no JSON',
    ];
    for (const body of wrong) expect(await report(body), JSON.stringify(body)).toMatchObject({ status: 400 });
    expect(await report({ ...view, title: 'a'.repeat(5000) })).toMatchObject({ status: 413 });
    expect(await report(view, { headers: { 'content-type': 'text/html' } })).toMatchObject({ status: 415 });
  });

  test('limits clients with many IPv6 addresses or networks', async () => {
    const allowedOf = async (addresses: string[]) => {
      const responses = [];
      for (const address of addresses) responses.push(await report(view, { address }));
      return responses.filter(({ status }) => status === 204).length;
    };
    const many = (count: number, of: (index: string) => string) =>
      Array.from({ length: count }, (_, index) => of(index.toString(16)));
    expect(await allowedOf(many(110, (index) => `2001:db8::${index}`))).toBe(100);
    expect(await allowedOf(many(350, (index) => `2001:db8:0:${index}::1`))).toBe(300);
    expect(await allowedOf(['2001:db8:1::1'])).toBe(1);
    expect(
      await allowedOf(many(110, (index) => (Number.parseInt(index, 16) % 2 ? '192.0.2.7' : '::ffff:192.0.2.7'))),
    ).toBe(100);
  });

  test('limits the reports of one address to 100 in five seconds', async () => {
    const statuses = [];
    for (let count = 0; count < 101; count += 1) statuses.push((await report(view)).status);
    expect(statuses).toEqual([...Array(100).fill(204), 429]);
    expect(await report(view, { address: '192.0.2.2' })).toEqual({ status: 204 });
    now = new Date(now.getTime() + 4999);
    expect((await report(view)).status).toBe(429);
    now = new Date(now.getTime() + 1);
    expect(await report(view)).toEqual({ status: 204 });
  });

  test('deletes sums older than their retention', async () => {
    await report(view);
    await report(vitalsReport);
    await analytics.flush();
    now = new Date('2026-05-30T12:00:00.000Z');
    await analytics.flush();
    expect(await store.vitalsBetween('2026-03-01', '2026-03-01')).toHaveLength(2);
    now = new Date('2026-05-31T12:00:00.000Z');
    await analytics.flush();
    expect(await store.vitalsBetween('2026-03-01', '2026-03-01')).toEqual([]);
    expect(await viewsOn('2026-03-01')).toHaveLength(1);
    now = new Date('2028-04-01T00:00:00.000Z');
    await analytics.flush();
    expect(await viewsOn('2026-03-01')).toHaveLength(1);
    now = new Date('2028-04-02T00:00:00.000Z');
    await analytics.flush();
    expect(await viewsOn('2026-03-01')).toEqual([]);
  });

  interface ReportOptions {
    headers?: Record<string, string>;
    address?: string;
    to?: RunningAnalytics;
  }
});

test.each([
  ['2027-03-28', '2025-02-28'],
  ['2027-03-29', '2025-03-01'],
  ['2027-03-31', '2025-03-01'],
  ['2027-04-01', '2025-03-01'],
  ['2027-04-02', '2025-03-02'],
])('stores page views for 25 whole months: on %s since %s', (today, first) => {
  expect(firstStoredDay.views(new Date(`${today}T23:59:59.999Z`))).toBe(first);
});

test('responds with 404 where nothing is measured', async () => {
  const store = createAnalyticsStore(createDatabase<AnalyticsTables>({ url: undefined, file: '/dev/null/sums' }).db);
  const clock = { now: () => new Date() };
  const log = createLog({ level: 'error', clock });
  const analytics = createAnalytics({ settings: undefined, store, titleOf: () => 'Home', clock, log });
  const request = new Request('http://localhost/reports', { method: 'POST', body: JSON.stringify(view) });
  expect(await analytics.receive(request, '192.0.2.1')).toMatchObject({ status: 404 });
  await analytics.stop();
});
