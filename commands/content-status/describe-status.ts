import type { ReportedStatus } from '../../app/content/status/status-store.ts';
import { describeProblem } from '../../app/platform/content/problem.ts';
import { isoMinute } from '../../app/shared/iso-time.ts';
import { describeFacts } from '../inbox/record-views.ts';
import { relativeTime } from '../inbox/relative-time.ts';
import type { Paint } from '../terminal/paint.ts';
import { printable } from '../terminal/visible-text.ts';

/** 0: all that runs shows its files as they are; 1: a change is refused; 3: no server runs. */
export function exitCodeOf(statuses: readonly ReportedStatus[]): 0 | 1 | 3 {
  const current = currentOf(statuses);
  if (current.some(({ refused }) => refused)) return 1;
  return current.some(({ isRunning }) => isRunning) ? 0 : 3;
}

/** Servers that run, and those whose start was refused. What another one refused before it was ended is over. */
const currentOf = (statuses: readonly ReportedStatus[]) => statuses.filter(({ isRunning, live }) => isRunning || !live);

/** One part for each server, for a terminal. */
export function describeStatuses(
  statuses: readonly ReportedStatus[],
  { now, paint }: { now: Date; paint: Paint },
): string {
  if (statuses.length === 0) return 'No server has reported to this DATA_DIR or DATABASE_URL within the last day.\n';
  const time = (moment: Date) => `${isoMinute(moment.toISOString())} UTC (${relativeTime(moment, now)})`;
  return statuses
    .map(({ name, live, refused, seen, isRunning }) => {
      const stopped = live ? `not running; last seen ${time(seen)}` : `could not start, last ${time(seen)}`;
      const problems = refused?.problems.map((problem) => printable(describeProblem(problem))) ?? [];
      return describeFacts(
        [
          ['Server', `${name}, ${isRunning ? 'running' : paint('red', stopped)}`],
          ['Live', live ? `${live.version} since ${time(live.since)}` : paint('red', 'nothing')],
          [
            'Refused',
            refused
              ? [paint('red', `since ${time(refused.since)}; ${wayOut(live !== undefined)}`), ...problems].join('\n')
              : 'nothing',
          ],
        ],
        paint,
      );
    })
    .join('\n');
}

const wayOut = (isLive: boolean) =>
  isLive ? 'what is live stays until it is corrected' : 'correct it, and start the server again';

/** The same for programs; times are ISO 8601. */
export function statusesToJson(statuses: readonly ReportedStatus[]): string {
  const servers = statuses.map(({ name, live, refused, seen, isRunning }) => ({
    name,
    is_running: isRunning,
    seen_at: seen.toISOString(),
    live: live ? { version: live.version, since: live.since.toISOString() } : null,
    refused: refused
      ? {
          since: refused.since.toISOString(),
          problems: refused.problems.map(({ file, line = null, field = null, message }) => ({
            file,
            line,
            field,
            message,
          })),
        }
      : null,
  }));
  return `${JSON.stringify({ servers }, undefined, 2)}\n`;
}
