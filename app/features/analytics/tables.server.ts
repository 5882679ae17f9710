import type { Database } from '../../platform/database/port.ts';
import type { Device, VitalName } from './page-report.ts';

/** The tables of `db/migrations` that hold sums. */
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
    /** Place in the bounds of the vital. */
    class: number;
    measurements: number;
  };
};

/** The database that holds them, among others. */
export type AnalyticsDatabase = Pick<Database<AnalyticsTables>, 'connect'>;
