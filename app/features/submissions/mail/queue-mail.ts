import { randomUUID } from 'node:crypto';
import type { Insertable, Transaction } from 'kysely';
import { isDue } from '../../../platform/database/is-due.ts';
import { isoAfter } from '../../../shared/iso-time.ts';
import { foldMailbox, type Submission } from '../records/submission.ts';
import type { SubmissionTables } from '../records/tables.ts';
import { acknowledgementGiveUpMs, acknowledgementPauseMs, giveUpMs } from './outbox-schedule.ts';

type QueuedMessage = Pick<Insertable<SubmissionTables['outbox']>, 'kind' | 'recipient' | 'submission_id'> & {
  readonly now: Date;
  /** Whether the message waits until its record is released from spam. */
  readonly isHeld?: boolean;
  /** ISO 8601; five days from now by default. */
  readonly giveUpAt?: string;
} & Partial<Pick<Insertable<SubmissionTables['outbox']>, 'notice' | 'noticed_at'>>;

/** Adds messages to the outbox, due at once. */
export async function queueMessages(
  transaction: Transaction<SubmissionTables>,
  messages: readonly QueuedMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ now, isHeld, giveUpAt, ...message }) => ({
    ...message,
    id: randomUUID(),
    status: isHeld ? ('held' as const) : ('queued' as const),
    attempts: 0,
    next_attempt_at: now.toISOString(),
    give_up_at: giveUpAt ?? isoAfter(now, giveUpMs),
  }));
  await transaction.insertInto('outbox').values(rows).execute();
}

/**
 * Queues the acknowledgement of a record, unless it would come too late or one was queued for its mailbox within the hour,
 * by either form. The row of the mailbox is the lock: of two transactions the second waits for the first and then sees its
 * write (in PostgreSQL's READ COMMITTED as well, which reads the row again).
 */
export async function queueAcknowledgement(
  transaction: Transaction<SubmissionTables>,
  { id, receivedAt, fields: { email = '' } }: Submission,
  now: Date,
): Promise<void> {
  const acknowledged_at = now.toISOString();
  const giveUpAt = isoAfter(new Date(receivedAt), acknowledgementGiveUpMs);
  if (giveUpAt <= acknowledged_at) return;
  const isFirst = await transaction
    .insertInto('acknowledged_mailboxes')
    .values({ mailbox: foldMailbox(email), acknowledged_at, submission_id: id })
    .onConflict((conflict) =>
      conflict
        .column('mailbox')
        .doUpdateSet({ acknowledged_at, submission_id: id })
        .where(
          isDue(
            'acknowledged_mailboxes.acknowledged_at',
            isoAfter(now, -acknowledgementPauseMs),
            isoAfter(now, acknowledgementPauseMs),
          ),
        ),
    )
    .returning('mailbox')
    .executeTakeFirst();
  if (!isFirst) return;
  await queueMessages(transaction, [{ submission_id: id, kind: 'acknowledgement', recipient: email, now, giveUpAt }]);
}
