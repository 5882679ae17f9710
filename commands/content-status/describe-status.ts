import type { ReportedStatus } from '../../app/content/status/status-store.ts';
import { describeProblem } from '../../app/platform/content/problem.ts';
import { isoMinute } from '../../app/shared/iso-time.ts';
import { describeFacts } from '../terminal/describe-facts.ts';
import type { Paint } from '../terminal/paint.ts';
import { relativeTime } from '../terminal/relative-time.ts';
import { printable } from '../terminal/visible-text.ts';

/** Exit codes: 0, all running servers show their current files; 1, a change is refused; 3, no server runs. */
export function exitCodeOf(statuses: readonly ReportedStatus[]): 0 | 1 | 3 {
  const current = currentOf(statuses);
  if (current.some(({ refused }) => refused)) return 1;
  return current.some(({ isRunning }) => isRunning) ? 0 : 3;
}

/** Returns running servers and servers that could not start. Refusals of ended servers no longer matter. */
const currentOf = (statuses: readonly ReportedStatus[]) => statuses.filter(({ isRunning, live }) => isRunning || !live);

/** Describes each server for a terminal. */
export function describeStatuses(
  statuses: readonly ReportedStatus[],
  { now, paint }: { now: Date; paint: Paint },
): string {
  if (statuses.length === 0) return 'No server has reported to this DATA_DIR or DATABASE_URL within the last day.\n';
  const time = (date: Date) => `${isoMinute(date.toISOString())} UTC (${relativeTime(date, now)})`;
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
  isLive ? 'the live content stays until you correct it' : 'correct it, and start the server again';

/** Formats statuses as JSON; times are ISO 8601. */
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
