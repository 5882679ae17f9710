import type { AnalyticsDatabase, AnalyticsTables } from '../features/analytics/tables.ts';
import type { IntakeDatabase } from '../features/submissions/records/tables.ts';

/** The tables of the analytics in the database that the intake has open. */
export const analyticsDatabase = (database: IntakeDatabase): AnalyticsDatabase => ({
  connect: async () => (await database.connect()).$extendTables<AnalyticsTables>().$pickTables<keyof AnalyticsTables>(),
});
