import type { SubmissionDatabase } from './tables.ts';

/** IDs of the ledger's erasures that were carried out in this database. Restoring a backup reverts them. */
export function createErasureNotes({ db }: SubmissionDatabase) {
  return {
    async add(id: string, erasedAt: string): Promise<void> {
      await db
        .insertInto('erasures')
        .values({ id, erased_at: erasedAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    async all(): Promise<Set<string>> {
      const rows = await db.selectFrom('erasures').select('id').execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Returns the IDs of erasures before a time. @param time ISO 8601 */
    async before(time: string): Promise<string[]> {
      const rows = await db.selectFrom('erasures').select('id').where('erased_at', '<', time).execute();
      return rows.map(({ id }) => id);
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('erasures').where('id', '=', id).execute();
    },
  };
}
