import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import { isDue } from '../../../platform/database/is-due.ts';
import { isoAfter } from '../../../shared/iso-time.ts';
import { type Submission, submissionOfRow } from '../records/submission.ts';
import type { MailKind, MailStatus, SubmissionDatabase, SubmissionTables } from '../records/tables.ts';
import { acknowledgementGiveUpMs, giveUpMs, maxPauseMs, pauseAfter } from './outbox-schedule.ts';

/** A message that only this process may send until its lease runs out. */
export type LeasedMessage = LeasedMail | LeasedNotice;

interface Lease {
  readonly id: string;
  readonly recipient: string;
  readonly lease: string;
  /** Number of failed attempts so far. */
  readonly attempts: number;
  /** Of the latest failed attempt. */
  readonly lastError: string | null;
  /** Whether it is past the time at which it is given up. */
  readonly isOverdue: boolean;
  /** When it is given up; ISO 8601. */
  readonly giveUpAt: string;
}

/** A message about a record. */
export interface LeasedMail extends Lease {
  readonly kind: Exclude<MailKind, 'content'>;
  readonly submission: Submission;
}

/** The data of a mail about the content. */
export interface ContentNotice {
  /** The instance that refuses the content, or none where it is valid again. */
  readonly refusedBy: string | undefined;
  /** ISO 8601. */
  readonly since: string;
  /** Each with its file and line. */
  readonly problems: readonly string[];
}

/** A message about the content. */
export interface LeasedNotice extends Lease {
  readonly kind: 'content';
  readonly notice: ContentNotice;
}

/** Mails of one kind and status that were not delivered. */
export interface OutboxState {
  readonly kind: MailKind;
  readonly status: Exclude<MailStatus, 'sent'>;
  readonly count: number;
  /** How long the first of them has waited; acknowledgements wait from the submission on. */
  readonly oldestMs: number;
}

/** Duration of a lease. It is renewed while the mail is being sent and runs out if the process dies. */
export const leaseMs = 20_000;

const maxErrorLength = 200;

type Where = ExpressionBuilder<SubmissionTables, 'outbox'>;

/** Queue of outgoing messages. Any number of processes may lease from it; no two lease the same message. */
export class Outbox {
  readonly #db: SubmissionDatabase['db'];
  readonly #isShared: boolean;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: SubmissionDatabase; clock: Clock }) {
    this.#db = database.db;
    this.#isShared = database.isShared;
    this.#clock = clock;
  }

  /** Counts undelivered messages by kind and status. */
  async state(): Promise<OutboxState[]> {
    const rows = await this.#db
      .selectFrom('outbox')
      .where('status', 'in', ['queued', 'held', 'dead'])
      .groupBy(['kind', 'status'])
      .select(({ fn }) => ['kind', 'status', fn.countAll().as('count'), fn.min('give_up_at').as('giveUpAt')])
      .$narrowType<{ status: OutboxState['status'] }>()
      .execute();
    const now = this.#clock.now().getTime();
    return rows.map(({ giveUpAt, count, ...state }) => ({
      ...state,
      count: Number(count),
      // A mail that is released from spam or queued again waits from then on, and gets a new time to be given up.
      oldestMs: now + (state.kind === 'acknowledgement' ? acknowledgementGiveUpMs : giveUpMs) - Date.parse(giveUpAt),
    }));
  }

  /** Leases up to `count` due messages of some kinds, the longest waiting first. */
  async lease<Kind extends MailKind = LeasedMail['kind']>(
    count: number,
    kinds: readonly (Kind | LeasedMail['kind'])[],
  ): Promise<Extract<LeasedMessage, { kind: Kind }>[]> {
    const due = await this.#db
      .selectFrom('outbox')
      .select('id')
      .where('status', '=', 'queued')
      .where('kind', 'in', kinds)
      .where(isDue('next_attempt_at', this.#at(0), this.#at(maxPauseMs)))
      .where(this.#isFree)
      .orderBy('next_attempt_at')
      .limit(count)
      .execute();
    const leased: LeasedMessage[] = [];
    for (const { id } of due) {
      const message = await this.#leaseOne(id);
      if (message) leased.push(message);
    }
    return leased as Extract<LeasedMessage, { kind: Kind }>[];
  }

  /** Leases a message, unless another process came first: that one's lease makes the update match no row. */
  async #leaseOne(id: string): Promise<LeasedMessage | undefined> {
    const lease = randomUUID();
    const row = await this.#db
      .updateTable('outbox')
      .set({ lease, leased_until: this.#leaseTime(leaseMs) })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where(this.#isFree)
      .returning(['kind', 'recipient', 'attempts', 'last_error as lastError', 'give_up_at', 'submission_id', 'notice'])
      .executeTakeFirst();
    if (!row) return undefined;
    const { kind, recipient, attempts, lastError, give_up_at: giveUpAt } = row;
    const isOverdue = giveUpAt <= this.#at(0);
    const message: Lease = { id, lease, recipient, attempts, lastError, isOverdue, giveUpAt };
    if (kind === 'content') return { ...message, kind, notice: JSON.parse(row.notice ?? '{}') };
    const record = await this.#db
      .selectFrom('submissions')
      .selectAll()
      .where('id', '=', row.submission_id)
      .executeTakeFirst();
    return record && { ...message, kind, submission: submissionOfRow(record) };
  }

  /** Renews a lease, unless the mail was erased or another process holds it by now. */
  async renew(message: LeasedMessage): Promise<void> {
    await this.#leased(message)
      .set({ leased_until: this.#leaseTime(leaseMs) })
      .execute();
  }

  /** @returns false when its record was erased meanwhile */
  async markSent({ id, recipient }: LeasedMessage): Promise<boolean> {
    const result = await this.#db
      .updateTable('outbox')
      .set({ ...noLease, recipient, status: 'sent', sent_at: this.#at(0), last_error: null })
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Gives up without another attempt. */
  async giveUp(message: LeasedMessage, reason: string): Promise<void> {
    await this.#leased(message)
      .set({ ...noLease, status: 'dead', last_error: reason })
      .execute();
  }

  /** Schedules the next attempt; gives up if it is too late for one, or if the failure is final. @returns whether it was given up */
  async markFailed(message: LeasedMessage, reason: string, { isFinal = false } = {}): Promise<boolean> {
    const { recipient } = message;
    const attempts = message.attempts + 1;
    const last_error = reason.slice(0, maxErrorLength);
    const status = isFinal
      ? 'dead'
      : sql<MailStatus>`CASE WHEN give_up_at > ${this.#at(0)} THEN 'queued' ELSE 'dead' END`;
    const row = await this.#leased(message)
      .set({ ...noLease, recipient, attempts, next_attempt_at: this.#at(pauseAfter(attempts)), last_error, status })
      .returning('status')
      .executeTakeFirst();
    return row?.status === 'dead';
  }

  #at(offsetMs: number): string {
    return isoAfter(this.#clock.now(), offsetMs);
  }

  /** The time by which leases run out: the clocks of servers differ, so that of the database counts where they share one. */
  #leaseTime(offsetMs: number): RawBuilder<string> {
    return this.#isShared
      ? sql`clock_timestamp() + ${offsetMs} * interval '1 millisecond'`
      : sql`${this.#at(offsetMs)}`;
  }

  /** Updates a message as long as its lease holds. */
  #leased({ id, lease }: LeasedMessage) {
    return this.#db.updateTable('outbox').where('id', '=', id).where('lease', '=', lease);
  }

  /** No process has leased the row, or its lease ran out. */
  readonly #isFree = (where: Where) =>
    where.or([
      where('leased_until', 'is', null),
      isDue('leased_until', this.#leaseTime(0), this.#leaseTime(maxPauseMs)),
    ]);
}

const noLease = { lease: null, leased_until: null };
