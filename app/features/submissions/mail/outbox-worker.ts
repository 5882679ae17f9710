import type { Log } from '../../../platform/log/log.ts';
import type { MailFiles } from '../../../platform/mail/eml-directory.ts';
import { type LeasedMail, type LeasedMessage, type LeasedNotice, leaseMs, type Outbox } from './outbox.ts';

/** Mails on their way at the same time. */
const concurrency = 4;
/** How often the outbox is looked into for what other processes put there, and for what is due again. */
const pollMs = 2000;
/** How long mail under way may still take when the process ends; what does not make it is sent again after the next start. */
const stopMs = 2000;

/** One way in which messages of the outbox leave. */
export interface Courier<Message extends LeasedMessage = LeasedMail> {
  /** Takes up to `count` messages from the outbox that are due. */
  lease(outbox: Outbox, count: number): Promise<Message[]>;
  /** Why a message is not to be sent any more; undefined where it is. */
  reasonNotToSend(message: Message): string | undefined;
  /** @throws when the message was not delivered, or that is not known */
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

export interface OutboxWorker {
  start(): void;
  /** Something was queued: look now. */
  wake(): void;
  /** Sends what is due now, and waits for it. */
  runOnce(): Promise<void>;
  stop(): Promise<void>;
}

interface OutboxWorkerOptions<Message extends LeasedMessage> {
  readonly outbox: Outbox;
  readonly courier: Courier<Message>;
  readonly mailFiles: MailFiles;
  /** Runs before messages are taken from the outbox; while it fails, they wait. */
  readonly prepare: () => Promise<void>;
  readonly log: Log;
}

/**
 * Sends what is in the outbox until it is delivered or given up. Each courier has a worker of its own, so that a receiver that is
 * slow does not hold up the mail.
 */
export function createOutboxWorker<Message extends LeasedMail | LeasedNotice>(
  options: OutboxWorkerOptions<Message>,
): OutboxWorker {
  const { outbox, courier, mailFiles, prepare, log } = options;
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
        for (const mail of await courier.lease(outbox, free)) begin(mail);
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

  function begin(mail: Message): void {
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

  async function deliver(mail: Message): Promise<void> {
    const { id, kind, attempts } = mail;
    const submission = 'submission' in mail ? { submission: mail.submission.id } : {};
    const fields = { mail: id, kind, ...submission, attempt: attempts + 1 };
    const obstacle = courier.reasonNotToSend(mail);
    if (obstacle) {
      await outbox.giveUp(mail, obstacle);
      logGivenUp(mail, { ...fields, reason: obstacle });
      return;
    }
    const beat = setInterval(() => outbox.renew(mail).catch(() => {}), leaseMs / 3);
    try {
      await courier.send(mail);
    } catch (error) {
      const reason = reasonOf(error);
      const isDead = await outbox.markFailed(mail, reason);
      if (isDead) logGivenUp(mail, { ...fields, reason });
      else log.warn('a mail could not be sent; the next attempt follows', { ...fields, reason });
      return;
    } finally {
      clearInterval(beat);
    }
    // Erased while it was on its way: what was written of it goes, too.
    if (!(await outbox.markSent(mail))) await mailFiles.erase([id]);
    log.info('mail sent', fields);
  }

  /** Nobody waits for an acknowledgement; without the notification the company does not know of a record. */
  function logGivenUp({ kind }: Message, fields: Record<string, unknown>): void {
    if (kind === 'acknowledgement') log.warn('an acknowledgement was given up', fields);
    else log.error('a mail was given up; npm run inbox -- retry sends it again', fields);
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
      await courier.close();
    },
  };
}

/** Codes only: the words of a mail server quote the addresses it refused. */
function reasonOf(error: unknown): string {
  // `fetch` wraps the failure of its connection.
  const { code, responseCode, command, message } = ((error as Error).cause ?? error) as Partial<
    Record<'code' | 'command' | 'message', string>
  > & {
    responseCode?: number;
  };
  const codes = [code, responseCode, command].filter((part) => part !== undefined);
  return codes.length > 0 ? codes.join(' ') : (message ?? 'unknown').replace(/\S+@\S+/gu, '[mailbox]');
}
