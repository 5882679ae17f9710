import { dayMs, isoDay } from '../../shared/iso-time.ts';
/** Months for which sums of page views are stored: two full years can be compared, plus the current month. */
export const viewsRetentionMonths = 25;
/** Days for which sums of vitals are stored: they are many, and old ones describe a site that has changed since. */
export const vitalsRetentionDays = 90;

/** So many days before a time, as an ISO date in UTC. */
export const daysBefore = (time: Date, days: number): string => isoDay(new Date(time.getTime() - days * dayMs));

/** The first day, as an ISO date, whose sums are still stored at a time. */
export const firstStoredDay = {
  views(now: Date): string {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - viewsRetentionMonths];
    // In a short month, days that it lacks would count into the next one.
    return isoDay(new Date(Math.min(Date.UTC(year, month, now.getUTCDate()), Date.UTC(year, month + 1))));
  },
  vitals: (now: Date): string => daysBefore(now, vitalsRetentionDays),
} as const;
