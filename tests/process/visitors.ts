import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ReceivedMail } from '../../app/platform/mail/smtp-server.fixture.ts';
import type { ExportedRecord } from '../harness/server.ts';
import { application, enquiry, formOf } from './forms.ts';

// Visitors who send forms to a site that is killed, and checks of the promises to them.

/** The mailbox of some visitors, who get one acknowledgement together; all others have their own mailboxes. */
const sharedMailbox = 'everybody@example.org';

interface Sent {
  readonly key: string;
  readonly resumeSha256: string | undefined;
  /** Whether any attempt got 200. */
  accepted: boolean;
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Lets visitors send one form after the other, each again under its key until it gets 200.
 * @param count of visitors at the same time
 */
export function startVisitors(origin: string, { count, random }: { count: number; random: () => number }) {
  const sent: Sent[] = [];
  let done = false;

  async function visit(): Promise<void> {
    while (!done) {
      const isApplication = random() < 0.5;
      const filling = Buffer.from(randomBytes(Math.floor(random() * 100_000)).toString('hex'));
      const key = randomUUID();
      const submission: Sent = {
        key,
        resumeSha256: isApplication ? sha256(Buffer.concat([Buffer.from('%PDF-1.7\n'), filling])) : undefined,
        accepted: false,
      };
      sent.push(submission);
      const email = random() < 0.2 ? sharedMailbox : `${key}@example.org`;
      const form = isApplication
        ? formOf({ ...application, email, message: key }, filling)
        : formOf({ ...enquiry, email, comment: key });
      const path = isApplication ? '/wp-json/positions/mail' : '/mail/contactform';
      while (!submission.accepted && !done) {
        const response = await fetch(new URL(path, origin), {
          method: 'POST',
          body: form,
          headers: { 'idempotency-key': key },
          signal: AbortSignal.timeout(10_000),
        }).catch(() => undefined);
        submission.accepted = response?.status === 200;
        await response?.body?.cancel();
        // Nobody listens while a server starts, or there is no database.
        if (!submission.accepted) await wait(10);
      }
    }
  }

  const visits = Array.from({ length: count }, visit);
  return {
    sent,
    accepted: () => sent.filter((submission) => submission.accepted).length,
    async stop() {
      done = true;
      await Promise.all(visits);
    },
  };
}

/** Everything that got 200 is stored, and nothing is stored twice or with another file. */
export function expectStored(records: readonly ExportedRecord[], sent: readonly Sent[]): void {
  const byKey = Map.groupBy(records, ({ comment, message }) => comment || message);
  for (const submission of sent) {
    const found = byKey.get(submission.key) ?? [];
    expect(found.length, submission.key).toBeLessThanOrEqual(1);
    if (submission.accepted) expect(found.length, submission.key).toBe(1);
    expect(found[0]?.resume_sha256).toBe(found[0] && submission.resumeSha256);
  }
}

/** The company's mailboxes. */
export const mailTo = { MAIL_TO_ENQUIRIES: 'enquiries@example.com', MAIL_TO_CAREERS: 'careers@example.com' };

/**
 * Waits until every mail of some records has arrived, each to its recipient.
 * @param received the mails so far
 * @returns how many arrived a second time
 */
export async function expectDelivered(
  records: readonly ExportedRecord[],
  received: readonly ReceivedMail[],
  timeoutMs: number,
): Promise<number> {
  const recipients = recipientsOf(records);
  const byMessageId = () =>
    new Map(received.map(({ headers, to }) => [headers.find((line) => /^message-id:/iu.test(line)), to.join()]));
  // The lease of a process that was killed runs out before its mail is sent again.
  await expect
    .poll(() => byMessageId().size, { timeout: timeoutMs, interval: 500 })
    .toBeGreaterThanOrEqual(recipients.length);
  expect([...byMessageId().values()].sort()).toEqual(recipients);
  return received.length - recipients.length;
}

/** Recipients of the mails of some records, sorted, one for each mail. */
function recipientsOf(records: readonly ExportedRecord[]): string[] {
  return [
    ...records.map(({ kind }) => (kind === 'enquiry' ? mailTo.MAIL_TO_ENQUIRIES : mailTo.MAIL_TO_CAREERS)),
    ...new Set(records.map(({ email = '' }) => email)),
  ].sort();
}

/** Seeded random numbers from 0 to 1 (Mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
