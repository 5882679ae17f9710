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
    return isoDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - viewsRetentionMonths, now.getUTCDate())));
  },
  vitals: (now: Date): string => daysBefore(now, vitalsRetentionDays),
} as const;
