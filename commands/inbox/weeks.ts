import type { SubmissionStore } from '../../app/features/submissions/records/submission-store.ts';
import { type SubmissionKind, submissionKinds } from '../../app/shared/forms/site-forms.ts';
import { isoDay } from '../../app/shared/iso-time.ts';
import type { Column } from '../terminal/table.ts';

/** Names of counts of submissions by their kind. */
const plurals = { enquiry: 'enquiries', application: 'applications' } as const satisfies Record<SubmissionKind, string>;

type CountsByKind = Readonly<Record<(typeof plurals)[SubmissionKind], number>>;

/** Submissions from one Monday to the next, in UTC. */
export interface WeekCounts extends CountsByKind {
  /** ISO 8601 week, such as 2026-W47. */
  readonly week: string;
  /** Its Monday. */
  readonly from: string;
  /** Records of all kinds that are not marked as answered. */
  readonly open: number;
  /** Not included in the other counts. */
  readonly spam: number;
}

/** Number of weeks without `--since`. */
const defaultWeeks = 12;
/** Ten years, so that a typo does not print two thousand years. */
const maxWeeks = 522;

/** Counts submissions by week, newest first, including weeks without any. @param options.since a day of the first week */
export async function countWeeks(
  store: Pick<SubmissionStore, 'count'>,
  { now, since, position }: { now: Date; since: Date | undefined; position: string | undefined },
): Promise<WeekCounts[]> {
  const thisMonday = mondayOf(now);
  const wanted = since ? mondayOf(since).until(thisMonday).days / 7 + 1 : defaultWeeks;
  const counts: WeekCounts[] = [];
  for (let back = 0; back < Math.min(wanted, maxWeeks); back += 1) {
    const monday = thisMonday.subtract({ weeks: back });
    const of = (filter: Parameters<SubmissionStore['count']>[0]) =>
      store.count({
        ...filter,
        position,
        since: midnightOf(monday),
        before: midnightOf(monday.add({ weeks: 1 })),
      });
    counts.push({
      week: `${monday.yearOfWeek}-W${String(monday.weekOfYear).padStart(2, '0')}`,
      from: monday.toString(),
      ...(await countsByKind((kind) => of({ kind, status: 'received' }))),
      open: await of({ isOpen: true }),
      spam: await of({ status: 'spam' }),
    });
  }
  return counts;
}

async function countsByKind(countOf: (kind: SubmissionKind) => Promise<number>): Promise<CountsByKind> {
  const counts = submissionKinds.map(async (kind) => [plurals[kind], await countOf(kind)]);
  return Object.fromEntries(await Promise.all(counts));
}

export const weekColumns: Column<WeekCounts>[] = [
  { title: 'WEEK', cell: ({ week }) => week },
  { title: 'FROM', cell: ({ from }) => from },
  ...Object.values(plurals).map((name) => ({
    title: name.toUpperCase(),
    cell: (week: WeekCounts) => String(week[name]),
  })),
  { title: 'OPEN', cell: ({ open }) => String(open) },
  { title: 'SPAM', cell: ({ spam }) => String(spam) },
];

/** Returns the Monday of the week of a time, in UTC. */
function mondayOf(time: Date): Temporal.PlainDate {
  const day = Temporal.PlainDate.from(isoDay(time));
  return day.subtract({ days: day.dayOfWeek - 1 });
}

const midnightOf = (day: Temporal.PlainDate): string => new Date(day.toString()).toISOString();
