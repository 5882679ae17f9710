import type { AnalyticsDatabase, AnalyticsTables } from '../features/analytics/tables.server.ts';
import type { SubmissionDatabase } from '../features/submissions/records/tables.ts';

/** The tables of the analytics in the database that submissions opened. */
export const analyticsDatabase = (database: SubmissionDatabase): AnalyticsDatabase => ({
  connect: async () => (await database.connect()).$extendTables<AnalyticsTables>().$pickTables<keyof AnalyticsTables>(),
});
