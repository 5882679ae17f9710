import type { SubmissionStore } from '../../app/features/submissions/records/submission-store.ts';
import { isoDay } from '../../app/shared/iso-time.ts';
import type { Column } from '../terminal/table.ts';

/** Submissions from one Monday to the next, in UTC. */
export interface WeekCounts {
  /** ISO 8601 week, such as 2026-W47. */
  readonly week: string;
  /** Its Monday. */
  readonly from: string;
  readonly enquiries: number;
  readonly applications: number;
  /** Records of both kinds that are not marked as answered. */
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
      enquiries: await of({ kind: 'enquiry', status: 'received' }),
      applications: await of({ kind: 'application', status: 'received' }),
      open: await of({ isOpen: true }),
      spam: await of({ status: 'spam' }),
    });
  }
  return counts;
}

/** Columns of the table of weeks. */
export const weekColumns: Column<WeekCounts>[] = [
  { title: 'WEEK', cell: ({ week }) => week },
  { title: 'FROM', cell: ({ from }) => from },
  { title: 'ENQUIRIES', cell: ({ enquiries }) => String(enquiries) },
  { title: 'APPLICATIONS', cell: ({ applications }) => String(applications) },
  { title: 'OPEN', cell: ({ open }) => String(open) },
  { title: 'SPAM', cell: ({ spam }) => String(spam) },
];

/** Returns the Monday of the week of a time, in UTC. */
function mondayOf(time: Date): Temporal.PlainDate {
  const day = Temporal.PlainDate.from(isoDay(time));
  return day.subtract({ days: day.dayOfWeek - 1 });
}

const midnightOf = (day: Temporal.PlainDate): string => new Date(day.toString()).toISOString();
