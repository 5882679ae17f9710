import { daysUntil } from '../../app/features/submissions/privacy/due-day.ts';
import type { PrivacyRequest, PrivacyRequestCounts } from '../../app/features/submissions/privacy/privacy-requests.ts';
import type { Note } from '../../app/features/submissions/records/follow-up.ts';
import { isoDay, isoMinute } from '../../app/shared/iso-time.ts';
import { count } from '../terminal/count.ts';
import { describeFacts } from '../terminal/describe-facts.ts';
import type { Paint } from '../terminal/paint.ts';
import type { Column } from '../terminal/table.ts';
import { printable } from '../terminal/visible-text.ts';

const colourOf = { overdue: 'red', 'due soon': 'yellow', open: 'none', done: 'dim' } as const;

/** Returns "in 30 days", "today" or "2 days ago". */
function awayFrom(day: string, now: Date): string {
  const days = daysUntil(day, isoDay(now));
  if (days === 0) return 'today';
  return days > 0 ? `in ${count(days, 'day')}` : `${count(-days, 'day')} ago`;
}

/** Describes the last day of a request with its time zone and distance. */
export const describeDue = (due: string, now: Date) => `${due}, 24:00 UTC (${awayFrom(due, now)})`;

const stateOf = ({ state, extension }: PrivacyRequest) => `${state}${extension ? ', extended' : ''}`;

/** Columns of the list of privacy requests. @param now the present, for relative times */
export function requestColumns(paint: Paint, now: Date): Column<PrivacyRequest>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'KIND', cell: ({ kind }) => kind },
    { title: 'RECEIVED', cell: ({ received }) => received, expendable: 2 },
    { title: 'DUE (UTC)', cell: ({ due }) => due },
    { title: '', cell: ({ due, state }) => (state === 'done' ? '' : awayFrom(due, now)), expendable: 3 },
    {
      title: 'STATE',
      cell: stateOf,
      paint: (text, { state }) => paint(colourOf[state], text),
    },
    { title: 'E-MAIL', cell: ({ email }) => printable(email ?? 'removed'), narrowest: 12, expendable: 1 },
  ];
}

/** Describes a request in full. @param records of its address; undefined where the request is closed */
export function describeRequest(
  request: PrivacyRequest,
  { notes, records }: { notes: readonly Note[]; records: number | undefined },
  { paint, now }: { paint: Paint; now: Date },
): string {
  const { id, kind, email, received, due, extension, closedAt, closingReason, retainedUntil } = request;
  return describeFacts(
    [
      ['id', id],
      ['kind', kind],
      ['state', paint(colourOf[request.state], stateOf(request))],
      ['email', printable(email ?? 'removed when the request was closed')],
      ['received', received],
      ['due', closedAt ? due : describeDue(due, now)],
      ['extended', extension && `${extension.on}: ${printable(extension.reason)}`],
      ['done', closedAt && `${isoMinute(closedAt.toISOString())} UTC`],
      ['done_reason', closingReason && printable(closingReason)],
      ['kept_until', retainedUntil && isoDay(retainedUntil)],
      ['records', records === undefined ? undefined : String(records)],
      ...notes.map(({ notedAt, text }): [string, string] => ['note', `${isoMinute(notedAt)} UTC: ${printable(text)}`]),
    ],
    paint,
  );
}

/** Returns a privacy request as `--json` prints it. */
export const requestToJson = (request: PrivacyRequest) => ({
  id: request.id,
  kind: request.kind,
  state: request.state,
  email: request.email ?? null,
  received: request.received,
  due: request.due,
  extension: request.extension ?? null,
  done_at: request.closedAt?.toISOString() ?? null,
  done_reason: request.closingReason ?? null,
  kept_until: request.retainedUntil?.toISOString() ?? null,
});

/** Returns text such as "1 overdue, 2 due soon, 3 open"; empty where no request is open. */
export function describeRequestCounts({ open, dueSoon, overdue }: PrivacyRequestCounts, paint: Paint): string {
  if (open === 0) return '';
  return [
    ...(overdue > 0 ? [paint('red', `${overdue} overdue`)] : []),
    ...(dueSoon > 0 ? [paint('yellow', `${dueSoon} due soon`)] : []),
    `${open} open`,
  ].join(', ');
}
