import type { Kysely } from 'kysely';
import { foldText } from '../../../shared/fold-text.ts';
import { idStartsWith, positionIdOf, type Submission, searchTextOf, submissionOfRow } from './submission.ts';
import type { SubmissionDatabase, SubmissionStatus, SubmissionTables } from './tables.ts';

/** Which records a list contains; a record meets all conditions. */
export interface ListFilter {
  readonly kind?: Submission['kind'] | undefined;
  readonly status?: SubmissionStatus | undefined;
  /** Terms that all appear in a record, in any of its fields, also within words; ignores case and accents. */
  readonly text?: string | undefined;
  /** Received at this time or later, ISO 8601. */
  readonly since?: string | undefined;
  /** Received before this time, ISO 8601. */
  readonly before?: string | undefined;
  /** Applications for the position of this id, in any case. */
  readonly position?: string | undefined;
  /** Only records that are neither answered nor spam. */
  readonly isOpen?: boolean | undefined;
}

/** A part of a list; all of it by default. */
export interface ListPart {
  readonly limit?: number | undefined;
  /** Number of records to skip. */
  readonly offset?: number | undefined;
  /** Lists the records after this one; unlike `offset`, new records do not shift the list. */
  readonly after?: Pick<Submission, 'id' | 'receivedAt'> | undefined;
}

/** Records per query when iterating over all. */
export const pageSize = 500;

/** Lists and searches received records. */
export class SubmissionSearch {
  protected readonly db: SubmissionDatabase['db'];

  constructor({ db }: SubmissionDatabase) {
    this.db = db;
  }

  /** Newest first. */
  async list(filter: ListFilter = {}, { limit, offset, after }: ListPart = {}): Promise<Submission[]> {
    let query = (await this.#select(filter)).selectAll().orderBy('received_at', 'desc').orderBy('id', 'desc');
    if (after)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_at', 'id'), '<', tuple(after.receivedAt, after.id)),
      );
    if (limit !== undefined) query = query.limit(limit);
    if (offset) query = query.offset(offset);
    return (await query.execute()).map(submissionOfRow);
  }

  /** Yields records newest first, a page at a time: memory does not grow with their number. Omits records that arrive meanwhile. */
  async *pages(filter: ListFilter = {}): AsyncGenerator<readonly Submission[]> {
    for (let after: Submission | undefined; ; ) {
      const page: readonly Submission[] = await this.list(filter, { limit: pageSize, after });
      if (page.length > 0) yield page;
      if (page.length < pageSize) return;
      after = page.at(-1);
    }
  }

  async count(filter: ListFilter = {}): Promise<number> {
    const { count } = await (await this.#select(filter))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Returns at most `limit` records whose id starts with a prefix. @param prefix in lower case */
  async startingWith(prefix: string, limit: number): Promise<Submission[]> {
    const rows = await this.db
      .selectFrom('submissions')
      .selectAll()
      .where(idStartsWith(prefix))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(submissionOfRow);
  }

  async #select({ kind, status, text, since, before, position, isOpen }: ListFilter) {
    if (text !== undefined || position !== undefined) await completeSearchText(this.db);
    let query = this.db.selectFrom('submissions');
    if (kind) query = query.where('kind', '=', kind);
    if (status) query = query.where('status', '=', status);
    if (since !== undefined) query = query.where('received_at', '>=', since);
    if (before !== undefined) query = query.where('received_at', '<', before);
    if (position !== undefined) query = query.where('position_id', '=', positionIdOf(position));
    if (isOpen) query = query.where('status', '=', 'received').where('answered_at', 'is', null);
    if (text === undefined) return query;
    // Folded text contains no LIKE wildcard.
    for (const term of searchTermsOf(text)) query = query.where('search_text', 'like', `%${term}%`);
    return query;
  }
}

/** Returns the folded terms of a query; a matching record contains each of them. */
const searchTermsOf = (text: string): string[] => text.split(/\s+/u).map(foldText).filter(Boolean);

/** Fills the search columns of records that earlier versions stored without them. */
async function completeSearchText(db: Kysely<SubmissionTables>): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('submissions')
      .selectAll()
      .where('search_text', 'is', null)
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      for (const row of rows) {
        const submission = submissionOfRow(row);
        await transaction
          .updateTable('submissions')
          .set({ search_text: searchTextOf(submission), position_id: positionIdOf(submission.fields.jobid) })
          .where('id', '=', row.id)
          .execute();
      }
    });
  }
}
