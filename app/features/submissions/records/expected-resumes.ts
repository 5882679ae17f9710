import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SubmissionDatabase, SubmissionTables } from './tables.ts';

export type ExpectedResumes = ReturnType<typeof createExpectedResumes>;

/** Résumés whose record is not stored yet. After a crash between the two writes, only these files are removed. */
export function createExpectedResumes({ database: { db }, clock }: { database: SubmissionDatabase; clock: Clock }) {
  const now = () => clock.now().toISOString();
  return {
    /** Call it before storing the file. @param file an unused name in the file store */
    async expect(file: string): Promise<void> {
      await db.insertInto('expected_resumes').values({ file, expected_at: now() }).execute();
    },

    /** Returns the names of all expected and abandoned files. */
    async all(): Promise<Set<string>> {
      const rows = await db.selectFrom('expected_resumes').select('file').execute();
      return new Set(rows.map(({ file }) => file));
    },

    /**
     * Abandons files expected before a time; their records are refused from then on.
     * @param time ISO 8601
     * @returns names of all abandoned files that are not forgotten yet
     */
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
    async forget(file: string): Promise<void> {
      await db.deleteFrom('expected_resumes').where('file', '=', file).execute();
    },
  };
}

/**
 * Ends the expectation in the transaction that stores the record. It and `abandon` lock the same row: the second waits.
 * @throws when the file was abandoned and may have been removed
 */
export async function fulfilExpectation(transaction: Transaction<SubmissionTables>, file: string): Promise<void> {
  const fulfilled = await transaction
    .deleteFrom('expected_resumes')
    .where('file', '=', file)
    .where('abandoned_at', 'is', null)
    .returning('file')
    .executeTakeFirst();
  if (!fulfilled) throw new Error('Housekeeping gave up the resume before its record was committed');
}
