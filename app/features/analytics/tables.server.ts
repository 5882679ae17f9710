import type { Device, VitalName } from './page-report.ts';

/** The tables of `db/migrations` for sums. */
export type AnalyticsTables = {
  page_views: {
    /** ISO date, in UTC. */
    day: string;
    path: string;
    title: string;
    views: number;
  };
  vital_counts: {
    day: string;
    path: string;
    device: Device;
    vital: VitalName;
    /** Index in the bounds of the vital. */
    class: number;
    measurements: number;
  };
};
