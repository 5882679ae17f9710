import type { CheckedOutFile, FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { MailFiles } from '../../../platform/mail/eml-directory.ts';
import type { Mail, Mailer } from '../../../platform/mail/mailer.ts';
import { composeAcknowledgement } from './acknowledgement.ts';
import type { Letterhead } from './letterhead.ts';
import { composeNotification } from './notification.ts';
import { type LeasedMail, leaseMs, type Outbox } from './outbox.ts';

/** Mails on their way at the same time. */
const concurrency = 4;
/** How often the outbox is looked into for what other processes put there, and for what is due again. */
const pollMs = 2000;
/** How long mail under way may still take when the process ends; what does not make it is sent again after the next start. */
const stopMs = 2000;

export interface MailWorker {
  start(): void;
  /** Something was queued: look now. */
  wake(): void;
  /** Sends what is due now, and waits for it. */
  runOnce(): Promise<void>;
  stop(): Promise<void>;
}

interface MailWorkerOptions {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly mailFiles: MailFiles;
  readonly files: FileStore;
  readonly letterhead: () => Letterhead;
  /** Whether acknowledgements are sent; those that wait in the outbox are given up otherwise. */
  readonly acknowledge: boolean;
  /** Runs before mail is taken from the outbox; while it fails, mail waits. */
  readonly prepare: () => Promise<void>;
  readonly log: Log;
}

/** Sends what is in the outbox until it is delivered or given up. */
export function createMailWorker(options: MailWorkerOptions): MailWorker {
  const { outbox, mailer, mailFiles, files, letterhead, acknowledge, prepare, log } = options;
  const underWay = new Set<Promise<void>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let reachable = true;

  /** Starts as many deliveries as concurrency allows. */
  async function look(): Promise<void> {
    do {
      lookAgain = false;
      const free = concurrency - underWay.size;
      if (stopped || free <= 0) return;
      try {
        await prepare();
        for (const mail of await outbox.lease(free)) begin(mail);
        reachable = true;
      } catch (error) {
        // Said once, not every two seconds.
        if (reachable) log.error('the outbox cannot be read; mail waits', { error });
        reachable = false;
      }
    } while (lookAgain);
  }

  function wake(): void {
    lookAgain = true;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }

  function begin(mail: LeasedMail): void {
    const sending = deliver(mail)
      .catch((error) =>
        log.error('the outcome of a mail could not be noted; it is sent again', { mail: mail.id, error }),
      )
      .finally(() => {
        underWay.delete(sending);
        wake();
      });
    underWay.add(sending);
  }

  async function deliver(mail: LeasedMail): Promise<void> {
    const { id, kind, submission } = mail;
    const fields = { mail: id, kind, submission: submission.id, attempt: mail.attempts + 1 };
    const obstacle = reasonNotToSend(mail);
    if (obstacle) {
      await outbox.giveUp(mail, obstacle);
      logGivenUp(mail, { ...fields, reason: obstacle });
      return;
    }
    let resume: CheckedOutFile | undefined;
    const beat = setInterval(() => outbox.renew(mail).catch(() => {}), leaseMs / 3);
    try {
      resume = await checkOutResume(mail, fields);
      await mailer.send(compose(mail, resume?.path));
    } catch (error) {
      const reason = reasonOf(error);
      const isDead = await outbox.markFailed(mail, reason);
      if (isDead) logGivenUp(mail, { ...fields, reason });
      else log.warn('a mail could not be sent; it is tried again', { ...fields, reason });
      return;
    } finally {
      clearInterval(beat);
      await resume?.release();
    }
    // Erased while it was on its way: what was written of it goes, too.
    if (!(await outbox.markSent(mail))) await mailFiles.erase([id]);
    log.info('mail sent', fields);
  }

  /** Nobody waits for an acknowledgement; a record that the company is not told of is lost to it. */
  function logGivenUp({ kind }: LeasedMail, fields: Record<string, unknown>): void {
    if (kind === 'acknowledgement') log.warn('an acknowledgement was given up', fields);
    else log.error('a mail was given up; npm run inbox -- retry sends it again', fields);
  }

  /** Why a mail is not to be sent any more. That the company is told of a record is never too late. */
  function reasonNotToSend({ kind, isOverdue }: LeasedMail): string | undefined {
    if (kind === 'notification') return undefined;
    return acknowledge ? (isOverdue ? 'too late' : undefined) : 'acknowledgements are switched off';
  }

  const compose = (mail: LeasedMail, resumePath: string | undefined): Mail =>
    mail.kind === 'acknowledgement'
      ? composeAcknowledgement(mail, letterhead())
      : composeNotification(mail, letterhead(), resumePath);

  /** The file of a notification; undefined where there is none. */
  async function checkOutResume(
    { kind, submission: { resume } }: LeasedMail,
    fields: Record<string, unknown>,
  ): Promise<CheckedOutFile | undefined> {
    if (kind !== 'notification' || !resume) return undefined;
    if (await files.has(resume.file)) return files.checkOut(resume.file);
    log.error('the resume of a record is missing', fields);
    return undefined;
  }

  /** Waits for what is under way, and for what a look that is under way begins. */
  async function settled(): Promise<void> {
    while (looking || underWay.size > 0) await Promise.all([looking, ...underWay]);
  }

  return {
    start() {
      timer ??= setInterval(wake, pollMs);
      wake();
    },
    wake,
    async runOnce() {
      wake();
      await settled();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      let grace: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<void>((resolve) => {
        grace = setTimeout(resolve, stopMs);
      });
      await Promise.race([settled(), timeout]);
      clearTimeout(grace);
      await mailer.close();
    },
  };
}

/** Codes only: the words of a mail server quote the addresses it refused. */
function reasonOf(error: unknown): string {
  const { code, responseCode, command, message } = error as Partial<Record<'code' | 'command' | 'message', string>> & {
    responseCode?: number;
  };
  const codes = [code, responseCode, command].filter((part) => part !== undefined);
  return codes.length > 0 ? codes.join(' ') : (message ?? 'unknown').replace(/\S+@\S+/gu, '[mailbox]');
}
