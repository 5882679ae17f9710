import type { SubmissionDatabase } from './tables.ts';

/** Which erasures of the ledger this database has seen. They go back with it when a backup is restored. */
export function createErasureNotes(database: SubmissionDatabase) {
  return {
    async add(id: string, erasedAt: string): Promise<void> {
      const db = await database.connect();
      await db
        .insertInto('erasures')
        .values({ id, erased_at: erasedAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    async all(): Promise<Set<string>> {
      const db = await database.connect();
      const rows = await db.selectFrom('erasures').select('id').execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** @param moment ISO 8601 */
    async before(moment: string): Promise<string[]> {
      const db = await database.connect();
      const rows = await db.selectFrom('erasures').select('id').where('erased_at', '<', moment).execute();
      return rows.map(({ id }) => id);
    },

    async remove(id: string): Promise<void> {
      const db = await database.connect();
      await db.deleteFrom('erasures').where('id', '=', id).execute();
    },
  };
}
