import type { CheckedOutFile, FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import type { MailKind } from '../records/tables.ts';
import { composeAcknowledgement } from './acknowledgement.ts';
import { composeContentNotice } from './content-notice.ts';
import type { Letterhead } from './letterhead.ts';
import { composeNotification } from './notification.ts';
import type { LeasedMail, LeasedMessage } from './outbox.ts';
import type { Courier } from './outbox-worker.ts';

interface MailCourierOptions {
  readonly mailer: Mailer;
  readonly files: FileStore;
  readonly letterhead: () => Letterhead;
  /** Mailbox to notify of a submission. */
  readonly recipientOf: (kind: SubmissionKind) => string | undefined;
  /** Whether acknowledgements are sent; if not, those in the outbox are given up. */
  readonly acknowledge: boolean;
  /** Whether another courier sends the messages for the webhook; if not, those in the outbox are given up. */
  readonly hasWebhook: boolean;
  readonly log: Log;
}

/** Delivers messages of the outbox as mail. */
export function createMailCourier(options: MailCourierOptions): Courier<LeasedMessage> {
  const { mailer, files, letterhead, recipientOf, acknowledge, hasWebhook, log } = options;
  const kinds: MailKind[] = ['notification', 'acknowledgement', 'content'];
  if (!hasWebhook) kinds.push('webhook');

  /** Returns the file of a record; undefined where there is none. */
  async function checkOutResume({ id, submission }: LeasedMail): Promise<CheckedOutFile | undefined> {
    const { resume } = submission;
    if (!resume) return undefined;
    if (await files.has(resume.file)) return files.checkOut(resume.file);
    log.error('the resume of a record is missing', { mail: id, submission: submission.id });
    return undefined;
  }

  async function sendNotification(mail: LeasedMail): Promise<void> {
    await using resume = await checkOutResume(mail);
    await mailer.send(composeNotification(mail, letterhead(), resume?.path));
  }

  return {
    async lease(outbox, count) {
      const leased = await outbox.lease<MailKind>(count, kinds);
      // The settings or the content may have corrected the mailbox since the message was queued. There is none for a form that only
      // another release has.
      return leased.map((message) =>
        message.kind === 'notification'
          ? { ...message, recipient: recipientOf(message.submission.kind) ?? message.recipient }
          : message,
      );
    },
    // Others are never too late; only acknowledgements expire.
    reasonNotToSend({ kind, isOverdue }) {
      if (kind === 'webhook') return 'the webhook is switched off';
      if (kind !== 'acknowledgement') return undefined;
      return acknowledge ? (isOverdue ? 'too late' : undefined) : 'acknowledgements are switched off';
    },
    async send(message) {
      if (message.kind === 'content') await mailer.send(composeContentNotice(message, letterhead()));
      else if (message.kind === 'acknowledgement') await mailer.send(composeAcknowledgement(message, letterhead()));
      else await sendNotification(message);
    },
    close: () => mailer.close(),
  };
}
