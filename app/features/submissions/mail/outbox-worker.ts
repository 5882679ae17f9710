import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../platform/log/log.ts';
import type { MailFiles } from '../../../platform/mail/eml-directory.ts';
import { type LeasedMail, type LeasedMessage, leaseMs, type Outbox } from './outbox.ts';

const concurrency = 4;
/** Polling interval for messages that other processes queued and for retries that are due. */
const pollMs = 2000;
/** Pauses before further attempts to store that a message was sent, ms: while a database restarts, but within the lease. */
const storePausesMs = [500, 1500, 5000];

/** One way of delivering messages of the outbox. */
export interface Courier<Message extends LeasedMessage = LeasedMail> {
  /** Leases up to `count` due messages from the outbox. */
  lease(outbox: Outbox, count: number): Promise<Message[]>;
  /** Returns why a message is not sent any more; undefined where it is. */
  reasonNotToSend?(message: Message): string | undefined;
  /** @throws when the message was not delivered, or its delivery is uncertain */
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

interface OutboxWorkerOptions<Message extends LeasedMessage> {
  readonly outbox: Outbox;
  readonly courier: Courier<Message>;
  readonly mailFiles: MailFiles;
  /** Runs before messages are leased from the outbox; while it fails, they wait. */
  readonly prepare: () => Promise<void>;
  readonly log: Log;
}

/** Sends each message of the outbox until it is delivered or given up. Each courier has its own worker: none delays the other. */
export function createOutboxWorker<Message extends LeasedMessage>(options: OutboxWorkerOptions<Message>) {
  const { outbox, courier, prepare, log } = options;
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
        // Logged once, not every two seconds.
        if (reachable) log.error('the outbox cannot be read; mail waits', { error });
        reachable = false;
      }
    } while (lookAgain);
  }

  /** Looks for due messages now. Call it after queueing one. */
  function wake(): void {
    lookAgain = true;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }

  function begin(mail: Message): void {
    const sending = deliver(mail, options)
      .catch((error) => {
        log.error('the outcome of a mail could not be stored; it is sent again', { mail: mail.id, error });
      })
      .finally(() => {
        underWay.delete(sending);
        wake();
      });
    underWay.add(sending);
  }

  /** Waits for deliveries in flight, including those that a running look starts. */
  async function settled(): Promise<void> {
    while (looking || underWay.size > 0) await Promise.all([looking, ...underWay]);
  }

  return {
    start(): void {
      timer ??= setInterval(wake, pollMs);
      wake();
    },
    wake,
    /** Sends all due messages and waits for them. */
    async runOnce(): Promise<void> {
      wake();
      await settled();
    },
    /** Waits for deliveries in flight, which the next start would repeat. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await settled();
      await courier.close();
    },
  };
}

/** Sends one message and stores the outcome. @throws when the outcome could not be stored */
async function deliver<Message extends LeasedMessage>(
  mail: Message,
  { outbox, courier, mailFiles, log }: OutboxWorkerOptions<Message>,
): Promise<void> {
  const { id, kind, attempts } = mail;
  const submission = 'submission' in mail ? { submission: mail.submission.id } : {};
  const fields = { mail: id, kind, ...submission, attempt: attempts + 1 };
  const reasonNotToSend = courier.reasonNotToSend?.(mail);
  if (reasonNotToSend) {
    await outbox.giveUp(mail, reasonNotToSend);
    // By decision of the company or too late for the visitor: nobody has to act, and an error is an alert.
    log.warn(`a message (${kind}) is no longer sent`, { ...fields, reason: reasonNotToSend });
    return;
  }
  try {
    using _heartbeat = setInterval(() => outbox.renew(mail).catch(() => {}), leaseMs / 3);
    await courier.send(mail);
  } catch (error) {
    const reason = reasonOf(error);
    const isFinal = kind === 'acknowledgement' && refusesRecipient(error);
    const isDead = await outbox.markFailed(mail, reason, { isFinal });
    if (isDead) logGivenUp(log, mail, { ...fields, reason });
    else log.warn('a mail could not be sent; the next attempt follows', { ...fields, reason });
    return;
  }
  // Its record was erased while it was being sent: erase its file, too.
  if (!(await storeSent(mail, outbox))) await mailFiles.erase([id]);
  log.info('mail sent', fields);
}

/** Stores that a message was sent; otherwise it is sent again. @returns false when its record was erased meanwhile */
async function storeSent(mail: LeasedMessage, outbox: Outbox): Promise<boolean> {
  for (const ms of storePausesMs) {
    try {
      return await outbox.markSent(mail);
    } catch {
      await pause(ms);
    }
  }
  return outbox.markSent(mail);
}

/** Nobody waits for an acknowledgement, but without the notification the company does not know of a record. */
function logGivenUp(log: Log, { kind }: LeasedMessage, fields: Record<string, unknown>): void {
  if (kind === 'acknowledgement') log.warn('an acknowledgement was given up', fields);
  else log.error('a mail was given up; npm run inbox -- retry sends it again', fields);
}

/**
 * Whether a mail server refused the recipient permanently, after which a mail should not be repeated (RFC 5321, 4.2.1). Visitors mistype
 * their mailboxes. The company's own is refused only by a mistake in the settings, after whose correction its mail must arrive.
 */
function refusesRecipient(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
}

/**
 * Returns the codes of a failure. The message of a mail server is left out, because it quotes the addresses that it refused; that of a
 * failed connection is this machine's own and names the cause, such as "self-signed certificate".
 */
export function reasonOf(error: unknown): string {
  // `fetch` wraps the failure of its connection.
  const { code, responseCode, response, command, message } = ((error as Error).cause ?? error) as Partial<
    Record<'code' | 'response' | 'command' | 'message', string>
  > & {
    responseCode?: number;
  };
  // The code of a `DOMException`, such as that of a timeout, is a number without meaning to an operator.
  const codes = [typeof code === 'string' && code, responseCode, command].filter(Boolean).join(' ');
  const own = response === undefined ? (message ?? '').replace(/\s+/gu, ' ').replace(/\S+@\S+/gu, '[mailbox]') : '';
  return [codes, own].filter(Boolean).join(': ') || 'unknown';
}
