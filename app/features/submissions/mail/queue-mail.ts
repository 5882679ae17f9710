import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { foldMailbox, type Submission } from '../records/submission.ts';
import type { SubmissionTables } from '../records/tables.ts';
import { acknowledgementGiveUpMs, acknowledgementPauseMs, after, giveUpMs } from './outbox-schedule.ts';

interface Notifications {
  /** Of the record. */
  readonly id: string;
  readonly recipients: readonly string[];
  readonly isSpam: boolean;
  readonly moment: Date;
}

/** Queues one notification for each recipient of a record; spam is notified only once it is released. */
export async function queueNotifications(
  transaction: Transaction<SubmissionTables>,
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

/** Queues the message to another system; that of spam waits until it is released. @param id of the record */
export async function queueWebhook(
  transaction: Transaction<SubmissionTables>,
  { id, isSpam, moment }: Omit<Notifications, 'recipients'>,
): Promise<void> {
  await transaction
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      submission_id: id,
      kind: 'webhook',
      recipient: 'webhook',
      status: isSpam ? 'held' : 'queued',
      attempts: 0,
      next_attempt_at: moment.toISOString(),
      give_up_at: after(moment, giveUpMs),
    })
    .execute();
}

/**
 * Queues the acknowledgement of a record, unless it would come too late or its mailbox has been promised one within the
 * hour, by either form. The row of the mailbox decides, and locks: of two transactions the second waits for the first,
 * and then sees what it wrote (in PostgreSQL's READ COMMITTED as well, which looks at the row again).
 */
export async function queueAcknowledgement(
  transaction: Transaction<SubmissionTables>,
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
