import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SubmissionDatabase, SubmissionTables } from './tables.ts';

export type PendingResumes = ReturnType<typeof createPendingResumes>;

/** Announces résumés before their records are stored. After a crash between the two writes, housekeeping removes only announced files. */
export function createPendingResumes({ database: { db }, clock }: { database: SubmissionDatabase; clock: Clock }) {
  const now = () => clock.now().toISOString();
  return {
    /** Call it before storing the file. @param file an unused name in the file store */
    async add(file: string): Promise<void> {
      await db.insertInto('expected_resumes').values({ file, expected_at: now() }).execute();
    },

    /** Returns the names of all announced files, abandoned ones included. */
    async all(): Promise<Set<string>> {
      const rows = await db.selectFrom('expected_resumes').select('file').execute();
      return new Set(rows.map(({ file }) => file));
    },

    /** Abandons files that were announced before a time, ISO 8601; their records are refused from then on. @returns all abandoned files */
    async abandon(time: string): Promise<string[]> {
      await db
        .updateTable('expected_resumes')
        .set({ abandoned_at: now() })
        .where('expected_at', '<', time)
        .where('abandoned_at', 'is', null)
        .execute();
      const rows = await db
        .selectFrom('expected_resumes')
        .select('file')
        .where('abandoned_at', 'is not', null)
        .execute();
      return rows.map(({ file }) => file);
    },

    /** Call it once the file of an abandoned résumé has been removed. */
    async remove(file: string): Promise<void> {
      await db.deleteFrom('expected_resumes').where('file', '=', file).execute();
    },
  };
}

/**
 * Removes the announcement in the transaction that stores the record. It and `abandon` lock the same row: the second waits.
 * @throws when the file was abandoned and may have been removed
 */
export async function removePendingResume(transaction: Transaction<SubmissionTables>, file: string): Promise<void> {
  const removed = await transaction
    .deleteFrom('expected_resumes')
    .where('file', '=', file)
    .where('abandoned_at', 'is', null)
    .returning('file')
    .executeTakeFirst();
  if (!removed) throw new Error('Housekeeping gave up the resume before its record was committed');
}
