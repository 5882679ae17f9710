import { createAnalyticsStore } from '../../app/features/analytics/analytics-store.server.ts';
import type { Clock } from '../../app/platform/clock/clock.ts';
import { analyticsDatabase } from '../../app/server/analytics-database.ts';
import type { Configuration } from '../../app/server/config.ts';
import { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import type { Paint } from '../terminal/paint.ts';
import type { Command } from './command-line.ts';
import { readReport, reportToJson, reportToText } from './report.ts';

interface CommandContext {
  readonly configuration: Configuration;
  readonly clock: Clock;
  /** Columns of the terminal; undefined where the output goes elsewhere. */
  readonly width: number | undefined;
  readonly paint: Paint;
}

/** Default number of pages for one screen of a terminal. */
const screenful = 50;

/** Reads the sums, with or without a running server. */
export async function* runCommand(command: Command, context: CommandContext): AsyncGenerator<string> {
  const { configuration, clock, width, paint } = context;
  const { database } = createSubmissionAdapters(configuration);
  try {
    const store = createAnalyticsStore(analyticsDatabase(database));
    const limit = command.limit ?? (width === undefined || command.json ? undefined : screenful);
    const report = await readReport(store, { now: clock.now(), days: command.days, limit });
    if (command.json) yield reportToJson(report);
    else yield* reportToText(report, { width, paint });
  } finally {
    await database.close();
  }
}
