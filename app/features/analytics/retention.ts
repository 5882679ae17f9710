import { dayMs, isoDay } from '../../shared/iso-time.ts';
/** Sums of page views are stored for so many months: two years can be compared, and the month after the second is complete. */
export const viewsKeptMonths = 25;
/** Sums of vitals are many more, and say little of a site that has changed since: days. */
export const vitalsKeptDays = 90;

/** So many days before a time, as an ISO date in UTC. */
export const daysBefore = (time: Date, days: number): string => isoDay(new Date(time.getTime() - days * dayMs));

/** The first day, as an ISO date, whose sums are still stored at a time. */
export const firstStoredDay = {
  views(now: Date): string {
    return isoDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - viewsKeptMonths, now.getUTCDate())));
  },
  vitals: (now: Date): string => daysBefore(now, vitalsKeptDays),
} as const;
