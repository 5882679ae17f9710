import { viewsRetentionMonths, vitalsRetentionDays } from '../../app/features/analytics/retention.ts';
import { parseCommandLine, wholeNumber } from '../terminal/command-line.ts';

export const usage = `Page views and web vitals. Usage, after "npm run analytics --":

  --days N    the last N days, today included (UTC); 28 by default
  --limit N   how many pages; 50 on a terminal, otherwise all
  --json      for programs

Views are stored for ${viewsRetentionMonths} months, vitals for ${vitalsRetentionDays} days.
`;

/** A checked command line. */
export interface Command {
  readonly days: number;
  readonly limit: number | undefined;
  readonly json: boolean;
}

/** Four weeks contain each day of the week equally often. */
const defaultDays = 28;

/**
 * Parses the command line.
 * @returns undefined where help was requested
 * @throws UsageError for invalid arguments
 */
export function readCommand(parameters: readonly string[]): Command | undefined {
  if (parameters.includes('--help') || parameters[0] === 'help') return undefined;
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
