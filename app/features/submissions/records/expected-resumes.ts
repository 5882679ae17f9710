import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SubmissionDatabase, SubmissionTables } from './tables.ts';

export type ExpectedResumes = ReturnType<typeof createExpectedResumes>;

/** Résumés whose record is still to come: what a crash between the two leaves is known, and nothing else is removed. */
export function createExpectedResumes({ database, clock }: { database: SubmissionDatabase; clock: Clock }) {
  const now = () => clock.now().toISOString();
  return {
    /** To be called before the file is stored. @param file a name in the file store that is not used yet */
    async expect(file: string): Promise<void> {
      const db = await database.connect();
      await db.insertInto('expected_resumes').values({ file, expected_at: now() }).execute();
    },

    /** Names of all that are expected or abandoned. */
    async all(): Promise<Set<string>> {
      const db = await database.connect();
      const rows = await db.selectFrom('expected_resumes').select('file').execute();
      return new Set(rows.map(({ file }) => file));
    },

    /**
     * Gives up what was expected before a time: its record is refused from then on.
     * @param moment ISO 8601
     * @returns names of all that are given up and not forgotten yet
     */
    async abandon(moment: string): Promise<string[]> {
      const db = await database.connect();
      await db
        .updateTable('expected_resumes')
        .set({ abandoned_at: now() })
        .where('expected_at', '<', moment)
        .where('abandoned_at', 'is', null)
        .execute();
      const rows = await db
        .selectFrom('expected_resumes')
        .select('file')
        .where('abandoned_at', 'is not', null)
        .execute();
      return rows.map(({ file }) => file);
    },

    /** To be called when the file of an abandoned résumé is gone. */
    async forget(file: string): Promise<void> {
      const db = await database.connect();
      await db.deleteFrom('expected_resumes').where('file', '=', file).execute();
    },
  };
}

/**
 * Ends the expectation in the transaction that stores the record. Of this and `abandon` the second waits for the first.
 * @throws when it was abandoned: the file may be gone
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
