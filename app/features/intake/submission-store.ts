import { randomUUID } from 'node:crypto';
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Clock } from '../../platform/clock/clock.ts';
import { foldText } from '../../shared/fold-text.ts';
import { formTokenLifetimeMs } from '../../shared/form-token.ts';
import type { SubmissionKind } from './intake.ts';
import { acknowledgementGiveUpMs, acknowledgementPauseMs, giveUpMs } from './outbox-schedule.ts';
import { foldEmail, foldMailbox, type Submission, searchTextOf, spellingsOf, submissionOfRow } from './submission.ts';
import type { IntakeDatabase, IntakeTables, MailKind, MailStatus, ResumeScan, SubmissionStatus } from './tables.ts';

export interface IdempotencyAnswer {
  readonly key: string;
  /** Over everything that was sent. */
  readonly contentSha256: string;
  readonly message: string;
}

/** What became of a record that was to be kept. */
export type Acceptance =
  /** It is durable; as spam, where its proof of work had been used before. */
  | { readonly outcome: 'kept'; readonly proofReused?: true }
  /** The key has been used with the same content: nothing was kept, and this was answered then. */
  | { readonly outcome: 'repeated'; readonly message: string }
  /** The key has been used with other content. */
  | { readonly outcome: 'key-reused' };

/** One mail of the outbox with what there is to say of it. */
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

export interface ListFilter {
  readonly kind?: Submission['kind'] | undefined;
  readonly status?: SubmissionStatus | undefined;
  /** Words that all stand in a record, in any of its fields, also as parts of words; any case, accents folded. */
  readonly text?: string | undefined;
}

/** A part of a list; all of it by default. */
export interface ListPart {
  readonly limit?: number | undefined;
  /** So many are passed over. */
  readonly offset?: number | undefined;
  /** What comes after this record: unlike `offset`, unmoved by what arrives meanwhile. */
  readonly after?: Pick<Submission, 'id' | 'receivedAt'> | undefined;
}

/** How many there are, and what needs somebody's attention. */
export interface IntakeSummary {
  readonly records: readonly {
    readonly kind: SubmissionKind;
    readonly status: SubmissionStatus;
    readonly count: number;
  }[];
  readonly mails: readonly { readonly kind: MailKind; readonly status: MailStatus; readonly count: number }[];
  /** The record that the company has waited longest to be told of. */
  readonly oldestUndelivered: Pick<Submission, 'id' | 'receivedAt'> | undefined;
}

/** Records of one kind and status from before a moment. */
export interface ExpiryRule {
  readonly kind: SubmissionKind;
  readonly status: SubmissionStatus;
  /** ISO 8601. */
  readonly receivedBefore: string;
}

/** A notification in one of these has not reached the company. */
const undelivered = ['queued', 'dead'] as const satisfies readonly MailStatus[];

/** Records that are read at a time where all are gone through. */
const pageSize = 500;

/** A rollback with an outcome. */
class Decided extends Error {
  readonly acceptance: Acceptance;
  constructor(acceptance: Acceptance) {
    super('decided');
    this.acceptance = acceptance;
  }
}

/** A commit that was refused, or whose answer was lost: the record may be there. The cause says why. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
}

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

interface SubmissionStoreOptions {
  readonly database: IntakeDatabase;
  readonly clock: Clock;
  /** Whether the visitor gets a mail for a record that is received, or released from spam. */
  readonly acknowledge?: boolean;
}

/** Records of what came in, the answers to repeat, and the outbox: one database, so that they are kept together. */
export function createSubmissionStore({ database, clock, acknowledge = false }: SubmissionStoreOptions) {
  const now = () => clock.now().toISOString();

  return {
    /**
     * Keeps a record, the answer for its key, one mail for each recipient and the visitor's acknowledgement in one
     * transaction.
     * @param proof the proof of work that it came with, which counts once
     * @throws CommitFailed when it is not known whether it was kept; any other error when nothing was
     */
    async accept(
      submission: Submission,
      recipients: readonly string[],
      answer?: IdempotencyAnswer,
      proof?: string,
    ): Promise<Acceptance> {
      const { id, kind, resume } = submission;
      const moment = clock.now();
      const db = await database.connect();
      let isCommitting = false;
      try {
        return await db.transaction().execute(async (transaction): Promise<Acceptance> => {
          // A write comes first: SQLite takes its lock then, and never has to refuse a change of mind from read to write.
          const proofReused = proof !== undefined && !(await spendProof(transaction, proof, moment));
          const isSpam = submission.status === 'spam' || proofReused;
          await transaction
            .insertInto('submissions')
            .values({
              id,
              kind,
              status: isSpam ? 'spam' : 'received',
              spam_reason: submission.spamReason ?? (proofReused ? 'no-proof' : null),
              received_at: submission.receivedAt,
              email: foldEmail(submission.fields.email ?? ''),
              fields: JSON.stringify(submission.fields),
              resume_file: resume?.file ?? null,
              resume_name: resume?.name ?? null,
              resume_bytes: resume?.bytes ?? null,
              resume_sha256: resume?.sha256 ?? null,
              resume_scan: resume?.scan ?? null,
              search_text: searchTextOf(submission),
            })
            .execute();
          if (answer) {
            const { key, contentSha256, message } = answer;
            const added = await transaction
              .insertInto('idempotency_answers')
              .values({ kind, key, content_sha256: contentSha256, message, submission_id: id })
              .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
              .returning('key')
              .executeTakeFirst();
            if (!added) {
              const earlier = await transaction
                .selectFrom('idempotency_answers')
                .select(['content_sha256', 'message'])
                .where('kind', '=', kind)
                .where('key', '=', key)
                .executeTakeFirstOrThrow();
              const isSame = earlier.content_sha256 === contentSha256;
              throw new Decided(isSame ? { outcome: 'repeated', message: earlier.message } : { outcome: 'key-reused' });
            }
          }
          if (acknowledge && !isSpam) await queueAcknowledgement(transaction, submission, moment);
          await queueNotifications(transaction, { id, recipients, isSpam, moment });
          isCommitting = true;
          return proofReused ? { outcome: 'kept', proofReused } : { outcome: 'kept' };
        });
      } catch (error) {
        if (error instanceof Decided) return error.acceptance;
        if (isCommitting) throw new CommitFailed('A submission may not have been committed', { cause: error });
        throw error;
      }
    },

    async has(id: string): Promise<boolean> {
      const db = await database.connect();
      return (await db.selectFrom('submissions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },

    /** Writes, to learn whether it can. @throws when it cannot */
    async checkWritable(): Promise<void> {
      const db = await database.connect();
      await db.updateTable('readiness').set({ checked_at: now() }).where('id', '=', 1).execute();
    },

    /** Names of all résumés that records refer to, by the record's id. */
    async resumeFiles(): Promise<Map<string, string>> {
      const db = await database.connect();
      const rows = await db
        .selectFrom('submissions')
        .select(['id', 'resume_file'])
        .where('resume_file', 'is not', null)
        .execute();
      return new Map(rows.map((row) => [String(row.resume_file), row.id]));
    },

    /** Newest first. */
    async list(filter: ListFilter = {}, { limit, offset, after }: ListPart = {}): Promise<Submission[]> {
      let query = (await select(filter)).selectAll().orderBy('received_at', 'desc').orderBy('id', 'desc');
      if (after)
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('received_at', 'id'), '<', tuple(after.receivedAt, after.id)),
        );
      if (limit !== undefined) query = query.limit(limit);
      if (offset) query = query.offset(offset);
      return (await query.execute()).map(submissionOfRow);
    },

    /** Newest first and a page at a time: memory does not grow with their number. What arrives meanwhile is not among them. */
    async *pages(filter: ListFilter = {}): AsyncGenerator<readonly Submission[]> {
      for (let after: Submission | undefined; ; ) {
        const page: readonly Submission[] = await this.list(filter, { limit: pageSize, after });
        if (page.length > 0) yield page;
        if (page.length < pageSize) return;
        after = page.at(-1);
      }
    },

    async count(filter: ListFilter = {}): Promise<number> {
      const { count } = await (await select(filter))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Records whose id begins so, at most `limit`. @param prefix in lower case */
    async startingWith(prefix: string, limit: number): Promise<Submission[]> {
      const db = await database.connect();
      const rows = await db
        .selectFrom('submissions')
        .selectAll()
        .where('id', '>=', prefix)
        // Beyond every letter of an id.
        .where('id', '<', `${prefix}~`)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(submissionOfRow);
    },

    async summary(): Promise<IntakeSummary> {
      const db = await database.connect();
      const records = await db
        .selectFrom('submissions')
        .select(({ fn }) => ['kind', 'status', fn.countAll().as('count')])
        .groupBy(['kind', 'status'])
        .execute();
      const mails = await db
        .selectFrom('outbox')
        .select(({ fn }) => ['kind', 'status', fn.countAll().as('count')])
        .groupBy(['kind', 'status'])
        .execute();
      const oldest = await db
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
        oldestUndelivered: oldest && { id: oldest.id, receivedAt: oldest.received_at },
      };
    },

    /** Up to `limit` records that a rule is for, oldest first; not those that the company has not been told of yet. */
    async listExpired(rule: ExpiryRule, limit: number): Promise<Submission[]> {
      const rows = await expired(await database.connect(), rule)
        .selectAll()
        .where(({ not, exists, selectFrom }) => not(exists(undeliveredOf(selectFrom('outbox')))))
        .orderBy('received_at')
        .limit(limit)
        .execute();
      return rows.map(submissionOfRow);
    },

    /** How many records a rule is for that stay because the company has not been told of them. */
    async countExpiredUndelivered(rule: ExpiryRule): Promise<number> {
      const { count } = await expired(await database.connect(), rule)
        .select(({ fn }) => fn.countAll().as('count'))
        .where(({ exists, selectFrom }) => exists(undeliveredOf(selectFrom('outbox'))))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async get(id: string): Promise<Submission | undefined> {
      const db = await database.connect();
      const row = await db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst();
      return row && submissionOfRow(row);
    },

    /** Forgets proofs of work that would be refused anyway by now, and clients whose attempts count no more. */
    async forgetExpired(): Promise<void> {
      const db = await database.connect();
      for (const table of ['used_proofs', 'client_attempts'] as const)
        await db.deleteFrom(table).where('expires_at', '<=', now()).execute();
    },

    /** Records whose résumé is still to be scanned, in no order: one that cannot be scanned is not in the way of others. */
    async unscanned(count: number): Promise<{ id: string; file: string }[]> {
      const db = await database.connect();
      const rows = await db
        .selectFrom('submissions')
        .select(['id', 'resume_file'])
        .where('resume_scan', '=', 'unscanned')
        .orderBy(sql`random()`)
        .limit(count)
        .execute();
      return rows.map(({ id, resume_file }) => ({ id, file: String(resume_file) }));
    },

    async markScanned(id: string, scan: ResumeScan): Promise<void> {
      const db = await database.connect();
      await db.updateTable('submissions').set({ resume_scan: scan }).where('id', '=', id).execute();
    },

    /** The mails of some records, by the record's id. */
    async mailOf(ids: readonly string[]): Promise<Map<string, OutboxEntry[]>> {
      const db = await database.connect();
      const byId = new Map<string, OutboxEntry[]>();
      for (const part of inParts(ids)) {
        const rows = await db
          .selectFrom('outbox')
          .selectAll()
          .where('submission_id', 'in', part)
          .orderBy('kind', 'desc')
          .orderBy('recipient')
          .execute();
        for (const row of rows) {
          const entries = byId.get(row.submission_id) ?? [];
          byId.set(row.submission_id, entries);
          entries.push({
            id: row.id,
            kind: row.kind,
            recipient: row.recipient,
            status: row.status,
            attempts: row.attempts,
            nextAttemptAt: row.next_attempt_at,
            giveUpAt: row.give_up_at,
            lastError: row.last_error,
          });
        }
      }
      return byId;
    },

    /** All records of a visitor. @param email in any spelling */
    async ofEmail(email: string): Promise<Submission[]> {
      const db = await database.connect();
      const rows = await db.selectFrom('submissions').selectAll().where('email', 'in', spellingsOf(email)).execute();
      return rows.map(submissionOfRow);
    },

    /** All folded e-mail addresses of records, each spelling once, in parts. Records may be removed meanwhile. */
    async *addresses(): AsyncGenerator<readonly string[]> {
      for (let last = ''; ; ) {
        const db = await database.connect();
        const rows = await db
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
    },

    /** Removes records with their answers and mails, for good. */
    async remove(ids: readonly string[]): Promise<void> {
      const db = await database.connect();
      await db.transaction().execute(async (transaction) => {
        for (const part of inParts(ids)) await transaction.deleteFrom('submissions').where('id', 'in', part).execute();
      });
      await database.purge();
    },

    /**
     * Takes a record out of spam and queues its mail, the visitor's acknowledgement included where it would not come too
     * late to be of use. @returns whether it was spam
     */
    async release(id: string): Promise<boolean> {
      const db = await database.connect();
      return db.transaction().execute(async (transaction) => {
        const released = await transaction
          .updateTable('submissions')
          .set({ status: 'received' })
          .where('id', '=', id)
          .where('status', '=', 'spam')
          .returningAll()
          .executeTakeFirst();
        if (!released) return false;
        if (acknowledge) await queueAcknowledgement(transaction, submissionOfRow(released), clock.now());
        await transaction
          .updateTable('outbox')
          .set(dueNow(clock))
          .where('submission_id', '=', id)
          .where('status', '=', 'held')
          .execute();
        return true;
      });
    },

    /**
     * Makes mail that was not delivered due now, what had been given up included, save for acknowledgements: those
     * were given up because they come too late.
     * @param id of the record whose mail it is; all by default
     * @returns how many
     */
    async retryMail(id?: string): Promise<number> {
      const db = await database.connect();
      let notifications = db
        .updateTable('outbox')
        .set(dueNow(clock))
        .where('kind', '=', 'notification')
        .where('status', 'in', undelivered);
      let acknowledgements = db
        .updateTable('outbox')
        .set({ next_attempt_at: now() })
        .where('kind', '=', 'acknowledgement')
        .where('status', '=', 'queued');
      if (id !== undefined) {
        notifications = notifications.where('submission_id', '=', id);
        acknowledgements = acknowledgements.where('submission_id', '=', id);
      }
      const results = [await notifications.executeTakeFirst(), await acknowledgements.executeTakeFirst()];
      return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
    },
  };

  async function select({ kind, status, text }: ListFilter) {
    const db = await database.connect();
    let query = db.selectFrom('submissions');
    if (kind) query = query.where('kind', '=', kind);
    if (status) query = query.where('status', '=', status);
    if (text === undefined) return query;
    await completeSearchText(db);
    // Folded text has no sign that LIKE would take for a pattern.
    for (const words of searchTermsOf(text)) query = query.where('search_text', 'like', `%${words}%`);
    return query;
  }
}

/** What a record must hold to be found: the folded parts of what was typed, each of which stands in it as a whole. */
const searchTermsOf = (text: string): string[] => text.split(/\s+/u).map(foldText).filter(Boolean);

/** Gives records that were kept before there was a search the text that it looks at. */
async function completeSearchText(db: Kysely<IntakeTables>): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('submissions')
      .selectAll()
      .where('search_text', 'is', null)
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      for (const row of rows)
        await transaction
          .updateTable('submissions')
          .set({ search_text: searchTextOf(submissionOfRow(row)) })
          .where('id', '=', row.id)
          .execute();
    });
  }
}

const expired = (db: Kysely<IntakeTables>, { kind, status, receivedBefore }: ExpiryRule) =>
  db
    .selectFrom('submissions')
    .where('kind', '=', kind)
    .where('status', '=', status)
    .where('received_at', '<', receivedBefore);

const undeliveredOf = (outbox: SelectQueryBuilder<IntakeTables, 'outbox' | 'submissions', object>) =>
  outbox
    .select('outbox.id')
    .whereRef('outbox.submission_id', '=', 'submissions.id')
    .where('outbox.kind', '=', 'notification')
    .where('outbox.status', 'in', undelivered);

/** @returns whether it had not been used; of two at once the second waits for the first */
async function spendProof(transaction: Transaction<IntakeTables>, proof: string, now: Date): Promise<boolean> {
  const added = await transaction
    .insertInto('used_proofs')
    // Its token is older by then than a token may be.
    .values({ proof, expires_at: after(now, formTokenLifetimeMs) })
    .onConflict((conflict) => conflict.column('proof').doNothing())
    .returning('proof')
    .executeTakeFirst();
  return added !== undefined;
}

interface Notifications {
  /** Of the record. */
  readonly id: string;
  readonly recipients: readonly string[];
  readonly isSpam: boolean;
  readonly moment: Date;
}

/** Tells each recipient of a record; of spam only once it is released. */
async function queueNotifications(
  transaction: Transaction<IntakeTables>,
  { id, recipients, isSpam, moment }: Notifications,
): Promise<void> {
  if (recipients.length === 0) return;
  await transaction
    .insertInto('outbox')
    .values(
      recipients.map((recipient) => ({
        id: randomUUID(),
        submission_id: id,
        kind: 'notification' as const,
        recipient,
        status: isSpam ? ('held' as const) : ('queued' as const),
        attempts: 0,
        next_attempt_at: moment.toISOString(),
        give_up_at: after(moment, giveUpMs),
      })),
    )
    .execute();
}

/**
 * Queues the acknowledgement of a record, unless it would come too late or its mailbox has been promised one within the
 * hour, by either form. The row of the mailbox decides, and locks: of two transactions the second waits for the first,
 * and then sees what it wrote (in PostgreSQL's READ COMMITTED as well, which looks at the row again).
 */
async function queueAcknowledgement(
  transaction: Transaction<IntakeTables>,
  { id, receivedAt, fields: { email = '' } }: Submission,
  moment: Date,
): Promise<void> {
  const acknowledged_at = moment.toISOString();
  const give_up_at = after(new Date(receivedAt), acknowledgementGiveUpMs);
  if (give_up_at <= acknowledged_at) return;
  const isFirst = await transaction
    .insertInto('acknowledged_mailboxes')
    .values({ mailbox: foldMailbox(email), acknowledged_at, submission_id: id })
    .onConflict((conflict) =>
      conflict
        .column('mailbox')
        .doUpdateSet({ acknowledged_at, submission_id: id })
        .where('acknowledged_mailboxes.acknowledged_at', '<=', after(moment, -acknowledgementPauseMs)),
    )
    .returning('mailbox')
    .executeTakeFirst();
  if (!isFirst) return;
  await transaction
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      submission_id: id,
      kind: 'acknowledgement',
      recipient: email,
      status: 'queued',
      attempts: 0,
      next_attempt_at: acknowledged_at,
      give_up_at,
    })
    .execute();
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms).toISOString();

const dueNow = (clock: Clock) => {
  const moment = clock.now();
  return {
    status: 'queued' as const,
    next_attempt_at: moment.toISOString(),
    give_up_at: after(moment, giveUpMs),
  };
};

/** A statement takes a limited number of parameters. */
function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += 500) yield items.slice(at, at + 500);
}
