import type { PurgeDatabase, PurgeTables } from '../features/purge/tables.ts';
import type { SubmissionDatabase } from '../features/submissions/records/tables.ts';

/** The table of the purge in the database that submissions opened. */
export const purgeDatabase = (database: SubmissionDatabase): PurgeDatabase => ({
  connect: async () => (await database.connect()).$extendTables<PurgeTables>().$pickTables<keyof PurgeTables>(),
});
