import type { Journal } from '../../../platform/files/journal.ts';
import type { SubmissionDatabase } from './tables.ts';

/**
 * The ledger of erasures in the database, for several instances, with a copy on each instance's disk. Each completes the other,
 * also after a restore from an older dump. @param copy on this instance's own disk
 */
export function createSharedLedger({ db }: SubmissionDatabase, copy: Journal): Journal {
  async function add(id: string, entry: string): Promise<void> {
    await db
      .insertInto('erasure_ledger')
      .values({ id, entry })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  return {
    async add(id, entry) {
      await add(id, entry);
      await copy.add(id, entry);
    },
    async names() {
      const rows = await db.selectFrom('erasure_ledger').selectAll().execute();
      const stored = new Set(rows.map(({ id }) => id));
      const copied = new Set(await copy.names());
      for (const id of copied) if (!stored.has(id)) await add(id, await copy.read(id));
      for (const { id, entry } of rows) if (!copied.has(id)) await copy.add(id, entry);
      return [...stored.union(copied)];
    },
    async read(id) {
      const row = await db.selectFrom('erasure_ledger').select('entry').where('id', '=', id).executeTakeFirstOrThrow();
      return row.entry;
    },
    async remove(id) {
      await db.deleteFrom('erasure_ledger').where('id', '=', id).execute();
      await copy.remove(id);
    },
  };
}
