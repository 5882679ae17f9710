import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import { inBatches } from '../../../platform/database/batches.ts';
import { type SubmissionKind, submissionKinds } from '../../../shared/forms/site-forms.ts';
import { isoAfter } from '../../../shared/iso-time.ts';
import { giveUpMs } from '../mail/outbox-schedule.ts';
import { queueAcknowledgement } from '../mail/queue-mail.ts';
import { type AcceptOptions, createAccept, responseTo } from './accept-submission.ts';
import { type Submission, spellingsOf, submissionOfRow } from './submission.ts';
import { pageSize, SubmissionSearch } from './submission-search.ts';
import type { MailKind, MailStatus, ResumeScan, SubmissionStatus, SubmissionTables } from './tables.ts';

/** The state of one mail of the outbox. */
export interface OutboxEntry {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly nextAttemptAt: string;
  readonly giveUpAt: string;
  readonly lastError: string | null;
}

/** Selects records of one kind and status received before a time. */
export interface ExpiryRule {
  /** Undefined for all kinds without a form in this release. */
  readonly kind: SubmissionKind | undefined;
  readonly status: SubmissionStatus;
  /** ISO 8601. */
  readonly receivedBefore: string;
}

/** Statuses of a notification that has not reached the company. */
const undelivered = ['queued', 'dead'] as const satisfies readonly MailStatus[];

/** Records, idempotency responses and the outbox, in one database, so that one transaction stores them together. */
export class SubmissionStore extends SubmissionSearch {
  readonly accept: ReturnType<typeof createAccept>;
  readonly #options: AcceptOptions;

  constructor(options: AcceptOptions) {
    super(options.database);
    this.#options = options;
    this.accept = createAccept(options);
  }

  async has(id: string): Promise<boolean> {
    return (await this.db.selectFrom('submissions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  responseTo(kind: SubmissionKind, key: string) {
    return responseTo(this.db, kind, key);
  }

  /** Tests whether the database is writable. @throws when it is not */
  async checkWritable(): Promise<void> {
    await this.db.updateTable('readiness').set({ checked_at: this.#now() }).where('id', '=', 1).execute();
  }

  /** Returns the names of all résumés that records refer to, by record id. */
  async resumeFiles(): Promise<Map<string, string>> {
    const rows = await this.db
      .selectFrom('submissions')
      .select(['id', 'resume_file'])
      .where('resume_file', 'is not', null)
      .execute();
    return new Map(rows.map((row) => [String(row.resume_file), row.id]));
  }

  /** Returns the numbers of records and mails, and the problems that need attention. */
  async summary() {
    const records = await this.db
      .selectFrom('submissions')
      .select(({ fn }) => ['kind', 'status', fn.countAll().as('count')])
      .groupBy(['kind', 'status'])
      .execute();
    const mails = await this.db
      .selectFrom('outbox')
      .select(({ fn }) => ['kind', 'status', fn.countAll().as('count')])
      .groupBy(['kind', 'status'])
      .execute();
    const oldest = await this.db
      .selectFrom('outbox')
      .innerJoin('submissions', 'submissions.id', 'outbox.submission_id')
      .select(['submissions.id', 'submissions.received_at'])
      .where('outbox.kind', '=', 'notification')
      .where('outbox.status', 'in', undelivered)
      .orderBy('submissions.received_at')
      .limit(1)
      .executeTakeFirst();
    return {
      records: records.map((row) => ({ ...row, count: Number(row.count) })),
      mails: mails.map((row) => ({ ...row, count: Number(row.count) })),
      /** The oldest record that the company has not been notified of. */
      oldestUndelivered: oldest && { id: oldest.id, receivedAt: oldest.received_at },
    };
  }

  /** Returns up to `limit` records that match a rule, oldest first, except those that the company has not been notified of. */
  async listExpired(rule: ExpiryRule, limit: number): Promise<Submission[]> {
    const rows = await expired(this.db, rule)
      .selectAll()
      .where(({ not, exists, selectFrom }) => not(exists(undeliveredOf(selectFrom('outbox')))))
      .orderBy('received_at')
      .limit(limit)
      .execute();
    return rows.map(submissionOfRow);
  }

  /** Counts records past their retention that stay because the company has not been notified of them. */
  async countExpiredUndelivered(rule: ExpiryRule): Promise<number> {
    const { count } = await expired(this.db, rule)
      .select(({ fn }) => fn.countAll().as('count'))
      .where(({ exists, selectFrom }) => exists(undeliveredOf(selectFrom('outbox'))))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async get(id: string): Promise<Submission | undefined> {
    const row = await this.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst();
    return row && submissionOfRow(row);
  }

  /** Removes expired proofs of work and expired attempts of the rate limit. */
  async forgetExpired(): Promise<void> {
    for (const table of ['used_proofs', 'client_attempts'] as const)
      await this.db.deleteFrom(table).where('expires_at', '<=', this.#now()).execute();
  }

  /** Returns records whose résumé is not scanned yet, in random order, so that a file that cannot be scanned does not block others. */
  async unscanned(count: number): Promise<{ id: string; file: string }[]> {
    const rows = await this.db
      .selectFrom('submissions')
      .select(['id', 'resume_file'])
      .where('resume_scan', '=', 'unscanned')
      .orderBy(sql`random()`)
      .limit(count)
      .execute();
    return rows.map(({ id, resume_file }) => ({ id, file: String(resume_file) }));
  }

  async markScanned(id: string, scan: ResumeScan): Promise<void> {
    await this.db.updateTable('submissions').set({ resume_scan: scan }).where('id', '=', id).execute();
  }

  /** Returns the mails of some records, by record id. */
  async mailOf(ids: readonly string[]): Promise<Map<string, OutboxEntry[]>> {
    const byId = new Map<string, OutboxEntry[]>();
    for (const batch of inBatches(ids)) {
      const rows = await this.db
        .selectFrom('outbox')
        .select(['submission_id', 'id', 'kind', 'recipient', 'status', 'attempts'])
        .select(['next_attempt_at as nextAttemptAt', 'give_up_at as giveUpAt', 'last_error as lastError'])
        .where('submission_id', 'in', batch)
        .orderBy('kind', 'desc')
        .orderBy('recipient')
        .$narrowType<{ submission_id: string }>()
        .execute();
      for (const { submission_id, ...mail } of rows) byId.getOrInsert(submission_id, []).push(mail);
    }
    return byId;
  }

  /** Returns all records of a visitor. @param email in any spelling */
  async ofEmail(email: string): Promise<Submission[]> {
    const rows = await this.db.selectFrom('submissions').selectAll().where('email', 'in', spellingsOf(email)).execute();
    return rows.map(submissionOfRow);
  }

  /** Yields all folded e-mail addresses of records in batches, each spelling once. Records may be removed meanwhile. */
  async *addresses(): AsyncGenerator<readonly string[]> {
    for (let last = ''; ; ) {
      const rows = await this.db
        .selectFrom('submissions')
        .select('email')
        .distinct()
        .where('email', '>', last)
        .orderBy('email')
        .limit(pageSize)
        .execute();
      if (rows.length > 0) yield rows.map(({ email }) => email);
      if (rows.length < pageSize) return;
      last = rows.at(-1)?.email ?? last;
    }
  }

  /** Permanently removes records with their responses and mails. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.db.transaction().execute(async (transaction) => {
      for (const batch of inBatches(ids))
        await transaction.deleteFrom('submissions').where('id', 'in', batch).execute();
    });
    await this.#options.database.purge();
  }

  /** Takes a record out of spam and queues its mail, with the acknowledgement unless it would come too late. @returns whether it was spam */
  async release(id: string): Promise<boolean> {
    return this.db.transaction().execute(async (transaction) => {
      const released = await transaction
        .updateTable('submissions')
        .set({ status: 'received' })
        .where('id', '=', id)
        .where('status', '=', 'spam')
        .returningAll()
        .executeTakeFirst();
      if (!released) return false;
      if (this.#options.acknowledge)
        await queueAcknowledgement(transaction, submissionOfRow(released), this.#options.clock.now());
      await transaction
        .updateTable('outbox')
        .set(dueNow(this.#options.clock))
        .where('submission_id', '=', id)
        .where('status', '=', 'held')
        .execute();
      return true;
    });
  }

  /**
   * Makes undelivered mail due now, also mail that was given up, except acknowledgements, which would come too late.
   * @param id of the record whose mail it is; all by default @returns how many
   */
  async retryMail(id?: string): Promise<number> {
    let notifications = this.db
      .updateTable('outbox')
      .set(dueNow(this.#options.clock))
      .where('kind', 'in', ['notification', 'webhook', 'content'])
      .where('status', 'in', undelivered);
    let acknowledgements = this.db
      .updateTable('outbox')
      .set({ next_attempt_at: this.#now() })
      .where('kind', '=', 'acknowledgement')
      .where('status', '=', 'queued');
    if (id !== undefined) {
      notifications = notifications.where('submission_id', '=', id);
      acknowledgements = acknowledgements.where('submission_id', '=', id);
    }
    const results = [await notifications.executeTakeFirst(), await acknowledgements.executeTakeFirst()];
    return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
  }

  #now(): string {
    return this.#options.clock.now().toISOString();
  }
}

/** Returns the columns that make a mail due now and restart its time to be given up. */
const dueNow = (clock: Clock) => {
  const now = clock.now();
  return {
    status: 'queued' as const,
    next_attempt_at: now.toISOString(),
    give_up_at: isoAfter(now, giveUpMs),
  };
};

const expired = (db: Kysely<SubmissionTables>, { kind, status, receivedBefore }: ExpiryRule) =>
  db
    .selectFrom('submissions')
    .where((where) => (kind === undefined ? where('kind', 'not in', submissionKinds) : where('kind', '=', kind)))
    .where('status', '=', status)
    .where('received_at', '<', receivedBefore);

const undeliveredOf = (outbox: SelectQueryBuilder<SubmissionTables, 'outbox' | 'submissions', object>) =>
  outbox
    .select('outbox.id')
    .whereRef('outbox.submission_id', '=', 'submissions.id')
    .where('outbox.kind', '=', 'notification')
    .where('outbox.status', 'in', undelivered);
