import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { SubmissionDatabase } from './tables.ts';

/** A remark of a person on a record or on a privacy request. */
export interface Note {
  /** ISO 8601. */
  readonly notedAt: string;
  readonly text: string;
}

/** Notes and marks of people who work through the inbox. They are removed with their record, also by erasures. */
export function createFollowUp({ database: { db }, clock }: { database: SubmissionDatabase; clock: Clock }) {
  return {
    /** Marks a record as answered, or as open again. @returns whether that changed it */
    async markAnswered(id: string, isAnswered: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('submissions')
        .set({ answered_at: isAnswered ? clock.now().toISOString() : null })
        .where('id', '=', id)
        .where('answered_at', isAnswered ? 'is' : 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async addNote(id: string, text: string): Promise<Note> {
      const notedAt = clock.now().toISOString();
      await db
        .insertInto('submission_notes')
        .values({ id: randomUUID(), submission_id: id, noted_at: notedAt, text })
        .execute();
      return { notedAt, text };
    },

    /** Returns notes by the id of their record, oldest first. @param ids at most a page of records */
    async notesOf(ids: readonly string[]): Promise<Map<string, Note[]>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('submission_notes')
        .select(['submission_id', 'noted_at as notedAt', 'text'])
        .where('submission_id', 'in', ids)
        .orderBy('noted_at')
        .orderBy('id')
        .execute();
      return Map.groupBy(rows, ({ submission_id }) => submission_id);
    },
  };
}
