import type { CheckedOutFile, FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { composeAcknowledgement } from './acknowledgement.ts';
import type { Letterhead } from './letterhead.ts';
import { composeNotification } from './notification.ts';
import type { LeasedMail } from './outbox.ts';
import type { Courier } from './outbox-worker.ts';

interface MailCourierOptions {
  readonly mailer: Mailer;
  readonly files: FileStore;
  readonly letterhead: () => Letterhead;
  /** Whether acknowledgements are sent; if not, those in the outbox are given up. */
  readonly acknowledge: boolean;
  readonly log: Log;
}

/** Delivers messages of the outbox as mail. */
export function createMailCourier({ mailer, files, letterhead, acknowledge, log }: MailCourierOptions): Courier {
  /** Returns the file of a notification; undefined where there is none. */
  async function checkOutResume({ id, kind, submission }: LeasedMail): Promise<CheckedOutFile | undefined> {
    const { resume } = submission;
    if (kind !== 'notification' || !resume) return undefined;
    if (await files.has(resume.file)) return files.checkOut(resume.file);
    log.error('the resume of a record is missing', { mail: id, submission: submission.id });
    return undefined;
  }

  return {
    lease: (outbox, count) => outbox.lease(count, ['notification', 'acknowledgement']),
    // A notification is never too late; only acknowledgements expire.
    reasonNotToSend({ kind, isOverdue }) {
      if (kind !== 'acknowledgement') return undefined;
      return acknowledge ? (isOverdue ? 'too late' : undefined) : 'acknowledgements are switched off';
    },
    async send(mail) {
      const resume = await checkOutResume(mail);
      try {
        await mailer.send(
          mail.kind === 'acknowledgement'
            ? composeAcknowledgement(mail, letterhead())
            : composeNotification(mail, letterhead(), resume?.path),
        );
      } finally {
        await resume?.release();
      }
    },
    close: () => mailer.close(),
  };
}
