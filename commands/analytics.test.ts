import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createAnalyticsStore } from '../app/features/analytics/analytics-store.server.ts';
import type { AnalyticsTables } from '../app/features/analytics/tables.server.ts';
import { describeEachEngine } from '../app/platform/database/each-engine.fixture.ts';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';
import { readConfiguration } from '../app/server/config.ts';
import { createSubmissionAdapters } from '../app/server/submission-adapters.ts';
import { readCommand, runCommand } from './analytics/run-command.ts';
import { UsageError } from './terminal/command-line.ts';

const clock = { now: () => new Date('2026-03-28T09:00:00.000Z') };

describeEachEngine('with %s', (databaseUrlOfTest) => {
  let directory: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    directory = temporaryDirectory();
    environment = { DATA_DIR: directory };
    const databaseUrl = databaseUrlOfTest();
    if (databaseUrl) environment.DATABASE_URL = databaseUrl;
  });

  async function fill(): Promise<void> {
    await using adapters = createSubmissionAdapters(readConfiguration(environment));
    const store = createAnalyticsStore(
      adapters.database.db.$extendTables<AnalyticsTables>().$pickTables<keyof AnalyticsTables>(),
    );
    const vital = { day: '2026-03-28', path: '/', device: 'phone' } as const;
    await store.add(
      [
        { day: '2026-02-28', path: '/ventures', title: 'Ventures', views: 500 },
        { day: '2026-03-01', path: '/', title: 'Old home', views: 2999 },
        { day: '2026-03-28', path: '/', title: 'Home', views: 1 },
        { day: '2026-03-27', path: '/ventures', title: 'Ventures', views: 1000 },
      ],
      [
        // Eight in the class from 3,000 to 3,500 ms.
        { ...vital, vital: 'LCP', class: 10, measurements: 8 },
        { ...vital, vital: 'CLS', class: 0, measurements: 9 },
        { ...vital, vital: 'INP', class: 16, measurements: 1 },
        { ...vital, path: '/ventures', vital: 'LCP', class: 0, measurements: 72 },
      ],
    );
  }

  async function analytics(parameters: readonly string[], width?: number): Promise<string> {
    let text = '';
    const paint = (style: string, painted: string) => (width === undefined ? painted : `<${style}>${painted}</>`);
    for await (const part of runCommand(readCommand(parameters), {
      configuration: readConfiguration(environment),
      clock,
      width,
      paint,
    }))
      text += part;
    return text;
  }

  test('refuses a folder without a database, and creates none', async () => {
    if (environment.DATABASE_URL) return;
    const refusal = `There is no database ${join(directory, 'intake.sqlite')}`;
    for (const _ of [1, 2]) await expect(analytics([])).rejects.toThrow(refusal);
  });

  test('reports that nothing was counted', async () => {
    const { database } = createSubmissionAdapters(readConfiguration(environment));
    await database.open();
    await database.close();
    expect(await analytics([])).toBe('2026-03-01 to 2026-03-28 (UTC): 0 page views\n');
  });

  test('prints views and vitals of the last days', async () => {
    await fill();
    const text = await analytics([]);
    expect(text).toMatch(/^2026-03-01 to 2026-03-28 \(UTC\): 4,000 page views\n/u);
    const rows = text.split('\n').map((line) => line.split(/ {2,}/u));
    expect(rows).toContainEqual(['VIEWS', 'SHARE', 'PATH', 'TITLE']);
    expect(rows).toContainEqual(['3,000', '75.0 %', '/', 'Home']);
    expect(rows).toContainEqual(['1,000', '25.0 %', '/ventures', 'Ventures']);
    expect(rows).toContainEqual(['LCP', 'INP', 'CLS', 'FCP', 'TTFB', 'MEASURED', 'DEVICE', 'PATH']);
    expect(rows).toContainEqual(['3,375 ms *', '≥ 2,000 ms !', '0.000', '-', '-', '9', 'phone', '/']);
    expect(rows).toContainEqual(['208 ms', '≥ 2,000 ms !', '0.000', '-', '-', '80', 'phone', 'all pages']);
    expect(await analytics(['--days', '29'])).toMatch(/4,500 page views/u);
    expect(await analytics(['--days', '1'])).toMatch(/: 1 page view\n/u);
  });

  test('colours fair and poor values on a terminal', async () => {
    await fill();
    const text = await analytics([], 100);
    expect(text).toMatch(/<yellow>3,375 ms \*\s*<\/>/u);
    expect(text).toMatch(/<red>≥ 2,000 ms !\s*<\/>/u);
  });

  test('prints JSON for programs', async () => {
    await fill();
    const report = JSON.parse(await analytics(['--json', '--limit', '1']));
    expect(report).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-28',
      total: 4000,
      views: [{ path: '/', title: 'Home', views: 3000 }],
    });
    expect(report.vitals).toContainEqual({
      path: '/',
      device: 'phone',
      vital: 'LCP',
      p75: 3375,
      at_least: false,
      rating: 'fair',
      measurements: 8,
    });
    expect(report.vitals.map(({ path }: { path: string | null }) => path)).not.toContain('/ventures');
    expect(report.vitals).toContainEqual(expect.objectContaining({ path: null, vital: 'LCP', measurements: 80 }));
  });
});

test.each([
  [['--days', '0'], '--days is "0"; it takes a whole number from 1 to 1000'],
  [['--days', 'all'], '--days is "all"'],
  [['--limit', '-1'], "Option '--limit' argument is ambiguous"],
  [['--month'], "Unknown option '--month'; the options are --days, --limit, --json"],
  [['today'], "Unexpected argument 'today'"],
])('%j is refused', (parameters, message) => {
  expect(() => readCommand(parameters)).toThrow(UsageError);
  expect(() => readCommand(parameters)).toThrow(message);
});
