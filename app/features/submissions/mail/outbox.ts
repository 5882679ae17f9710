import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import { hasCome } from '../../../platform/database/has-come.ts';
import { type Submission, submissionOfRow } from '../records/submission.ts';
import type { MailKind, MailStatus, SubmissionDatabase, SubmissionTables } from '../records/tables.ts';
import { maxPauseMs, pauseAfter } from './outbox-schedule.ts';

/** A message that only this process may send until its lease runs out. */
export type LeasedMessage = LeasedMail | LeasedNotice;

interface Lease {
  readonly id: string;
  readonly recipient: string;
  readonly lease: string;
  /** Number of failed attempts so far. */
  readonly attempts: number;
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
  /** Age of the earliest of their submissions or content states. */
  readonly oldestMs: number;
}

/** Duration of a lease. It is renewed while the mail is being sent and runs out if the process dies. */
export const leaseMs = 20_000;

/** Maximum length of a stored error, in characters. */
const maxErrorLength = 200;

type Where = ExpressionBuilder<SubmissionTables, 'outbox'>;

export type Outbox = ReturnType<typeof createOutbox>;

/** Queue of outgoing messages. Any number of processes may lease from it; no two lease the same message. */
export function createOutbox({ database: { db }, clock }: { database: SubmissionDatabase; clock: Clock }) {
  const at = (offsetMs: number) => new Date(clock.now().getTime() + offsetMs).toISOString();

  /** No process has leased the row, or its lease ran out. */
  const isFree = (where: Where) =>
    where.or([where('leased_until', 'is', null), hasCome('leased_until', clock.now(), maxPauseMs)]);

  /** Leases up to `count` due messages, the longest waiting first. */
  const leaseRows = async (count: number, kinds: readonly MailKind[]) => {
    const due = await db
      .selectFrom('outbox')
      .select('id')
      .where('status', '=', 'queued')
      .where('kind', 'in', kinds)
      .where(hasCome('next_attempt_at', clock.now(), maxPauseMs))
      .where(isFree)
      .orderBy('next_attempt_at')
      .limit(count)
      .execute();
    const leased = [];
    for (const { id } of due) {
      const lease = randomUUID();
      // A process that comes second finds the row leased and changes nothing.
      const row = await db
        .updateTable('outbox')
        .set({ lease, leased_until: at(leaseMs) })
        .where('id', '=', id)
        .where('status', '=', 'queued')
        .where(isFree)
        .returning(['kind', 'recipient', 'attempts', 'give_up_at', 'submission_id', 'notice'])
        .executeTakeFirst();
      if (!row) continue;
      const message: Lease = {
        id,
        lease,
        recipient: row.recipient,
        attempts: row.attempts,
        isOverdue: row.give_up_at <= at(0),
        giveUpAt: row.give_up_at,
      };
      leased.push({ message, row });
    }
    return leased;
  };

  return {
    /** Counts undelivered messages by kind and status. */
    async state(): Promise<OutboxState[]> {
      const rows = await db
        .selectFrom('outbox')
        .leftJoin('submissions', 'submissions.id', 'outbox.submission_id')
        .where('outbox.status', 'in', ['queued', 'held', 'dead'])
        .groupBy(['outbox.kind', 'outbox.status'])
        .select(['outbox.kind', 'outbox.status'])
        .select(({ fn }) => [
          fn.countAll().as('count'),
          fn.min<string>(fn.coalesce('submissions.received_at', 'outbox.noticed_at')).as('oldestAt'),
        ])
        .execute();
      return rows.flatMap(({ kind, status, count, oldestAt }) =>
        status === 'sent'
          ? []
          : [{ kind, status, count: Number(count), oldestMs: clock.now().getTime() - Date.parse(oldestAt) }],
      );
    },

    /** Leases messages of some kinds, by default all about records. */
    async lease<Kind extends MailKind = LeasedMail['kind']>(
      count: number,
      kinds: readonly (Kind | LeasedMail['kind'])[] = ['notification', 'acknowledgement', 'webhook'],
    ): Promise<Extract<LeasedMessage, { kind: Kind }>[]> {
      const leased: LeasedMessage[] = [];
      for (const { message, row } of await leaseRows(count, kinds)) {
        const { kind } = row;
        if (kind === 'content') {
          leased.push({ ...message, kind, notice: JSON.parse(row.notice ?? '{}') });
          continue;
        }
        const record = await db
          .selectFrom('submissions')
          .selectAll()
          .where('id', '=', row.submission_id)
          .executeTakeFirst();
        if (record) leased.push({ ...message, kind, submission: submissionOfRow(record) });
      }
      return leased as Extract<LeasedMessage, { kind: Kind }>[];
    },

    /** Renews a lease. @returns false when the mail was erased or another process holds the lease */
    async renew({ id, lease }: LeasedMessage): Promise<boolean> {
      const result = await db
        .updateTable('outbox')
        .set({ leased_until: at(leaseMs) })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** @returns false when its record was erased meanwhile */
    async markSent({ id }: LeasedMessage): Promise<boolean> {
      const result = await db
        .updateTable('outbox')
        .set({ status: 'sent', sent_at: at(0), lease: null, leased_until: null, last_error: null })
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Gives up without another attempt. */
    async giveUp({ id, lease }: LeasedMessage, reason: string): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ status: 'dead', lease: null, leased_until: null, last_error: reason })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute();
    },

    /** Schedules the next attempt, or gives up. @returns whether it was given up */
    async markFailed({ id, lease, attempts }: LeasedMessage, reason: string): Promise<boolean> {
      const row = await db
        .updateTable('outbox')
        .set({
          attempts: attempts + 1,
          next_attempt_at: at(pauseAfter(attempts + 1)),
          lease: null,
          leased_until: null,
          last_error: reason.slice(0, maxErrorLength),
        })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .returning('give_up_at')
        .executeTakeFirst();
      if (!row || row.give_up_at > at(0)) return false;
      await db
        .updateTable('outbox')
        .set({ status: 'dead' })
        .where('id', '=', id)
        .where('status', '=', 'queued')
        .execute();
      return true;
    },
  };
}
