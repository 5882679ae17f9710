import { createAnalyticsStore } from '../../app/features/analytics/analytics-store.server.ts';
import { viewsRetentionMonths, vitalsRetentionDays } from '../../app/features/analytics/retention.ts';
import type { AnalyticsTables } from '../../app/features/analytics/tables.server.ts';
import type { Clock } from '../../app/platform/clock/clock.ts';
import type { Configuration } from '../../app/server/config.ts';
import { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import { parseCommandLine, wholeNumber } from '../terminal/command-line.ts';
import type { Paint } from '../terminal/paint.ts';
import { requireDatabase } from '../terminal/require-database.ts';
import { readReport, reportToJson, reportToText } from './report.ts';

export const usage = `Page views and web vitals. Usage, after "npm run analytics --":

  --days N    the last N days, today included (UTC); 28 by default
  --limit N   number of pages; 50 on a terminal, otherwise all
  --json      for programs

Views are stored for ${viewsRetentionMonths} months, vitals for ${vitalsRetentionDays} days.
`;

/** Four weeks contain each day of the week equally often. */
const defaultDays = 28;

/** Default number of pages for one screen of a terminal. */
const screenful = 50;

/** Parses the command line. @throws UsageError for invalid arguments */
export function readCommand(parameters: readonly string[]) {
  const { values } = parseCommandLine({
    args: [...parameters],
    options: {
      days: { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    days: wholeNumber('days', values.days, 1000) ?? defaultDays,
    limit: wholeNumber('limit', values.limit, 1_000_000),
    json: values.json,
  };
}

interface CommandContext {
  readonly configuration: Configuration;
  readonly clock: Clock;
  /** Columns of the terminal; undefined where the output goes elsewhere. */
  readonly width: number | undefined;
  readonly paint: Paint;
}

/** Reads the sums, with or without a running server. @throws RefusedError if the site has no database */
export async function* runCommand(
  { days, limit, json }: ReturnType<typeof readCommand>,
  { configuration, clock, width, paint }: CommandContext,
): AsyncGenerator<string> {
  await requireDatabase(configuration);
  await using adapters = createSubmissionAdapters(configuration);
  const store = createAnalyticsStore(
    adapters.database.db.$extendTables<AnalyticsTables>().$pickTables<keyof AnalyticsTables>(),
  );
  const listed = limit ?? (width === undefined || json ? undefined : screenful);
  const report = await readReport(store, { now: clock.now(), days, limit: listed });
  if (json) yield reportToJson(report);
  else yield* reportToText(report, { width, paint });
}
