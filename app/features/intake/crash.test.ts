import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock/clock.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { startMailServer } from '../../platform/mail/smtp-server.fixture.ts';
import { application, enquiry, multipart, pdf } from './intake.fixture.ts';
import { createSubmissionStore } from './records/submission-store.ts';
import type { IntakeTables } from './records/tables.ts';

/** How often the process is killed; `npm run crash-test` does it for longer. */
const kills = Number(process.env.CRASH_TEST_KILLS ?? 50);
/** From the first answer of a process to its kill, ms at most. */
const longestLifeMs = 400;
/** What a slow machine may take for all of it, ms. */
const patienceMs = 400_000 + kills * 10_000;
const senders = 6;
/** The address of some visitors, who get one acknowledgement together; everybody else has one of their own. */
const sharedMailbox = 'everybody@example.org';

interface Sent {
  readonly key: string;
  readonly resumeSha256: string | undefined;
  /** Whether any attempt was answered 200. */
  answered: boolean;
}

test(
  `${kills} kills under load: what was answered is there once, with its file, and both sides are told`,
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'crash-'));
    const mail = await startMailServer();
    const sent: Sent[] = [];
    let port: number | undefined;
    let done = false;

    const answers = () => sent.filter(({ answered }) => answered).length;

    const start = async (): Promise<ChildProcess> => {
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('crash.fixture.ts', import.meta.url)), directory, mail.url],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      port = Number(await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve)));
      return child;
    };
    const kill = async (child: ChildProcess) => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      port = undefined;
      child.kill('SIGKILL');
      await gone;
    };

    /** A visitor who sends, and sends again under the same key until there is an answer. */
    async function sender() {
      while (!done) {
        const isApplication = Math.random() < 0.5;
        const resume = isApplication
          ? Buffer.concat([pdf, randomBytes(Math.floor(Math.random() * 200_000))])
          : undefined;
        const submission: Sent = {
          key: randomUUID(),
          resumeSha256: resume && createHash('sha256').update(resume).digest('hex'),
          answered: false,
        };
        sent.push(submission);
        const email = Math.random() < 0.2 ? sharedMailbox : `${submission.key}@example.org`;
        const fields = isApplication
          ? { ...application, email, message: submission.key }
          : { ...enquiry, email, comment: submission.key };
        for (let attempt = 0; attempt < 200 && !submission.answered && !done; attempt += 1) {
          if (port === undefined) {
            await new Promise((resolve) => setTimeout(resolve, 20));
            continue;
          }
          await fetch(`http://127.0.0.1:${port}${isApplication ? '/apply' : '/'}`, {
            method: 'POST',
            body: multipart(fields, resume && { name: 'cv.pdf', bytes: resume }),
            headers: { 'idempotency-key': submission.key },
            signal: AbortSignal.timeout(5000),
          }).then(
            ({ status }) => {
              submission.answered = status === 200;
            },
            () => {},
          );
        }
      }
    }

    let child = await start();
    const load = Array.from({ length: senders }, sender);
    for (let round = 0; round < kills; round += 1) {
      // A busy machine is slow to answer; a process that had answered nothing would prove nothing.
      const before = answers();
      await expect.poll(answers, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestLifeMs));
      await kill(child);
      child = await start();
    }
    done = true;
    await Promise.all(load);

    const database = createDatabase<IntakeTables>({ url: undefined, file: join(directory, 'intake.sqlite') });
    const store = createSubmissionStore({ database, clock: systemClock });
    const records = await store.list();
    const byKey = Map.groupBy(records, ({ fields }) => fields.comment || fields.message);
    for (const { key, answered, resumeSha256 } of sent) {
      const found = byKey.get(key) ?? [];
      expect(found.length, key).toBeLessThanOrEqual(1);
      if (answered) expect(found.length, key).toBe(1);
      expect(found[0]?.resume?.sha256).toBe(found[0] && resumeSha256);
    }
    for (const { resume } of records) {
      if (!resume) continue;
      const content = readFileSync(join(directory, 'resumes', resume.file));
      expect(createHash('sha256').update(content).digest('hex')).toBe(resume.sha256);
    }
    expect(answers()).toBeGreaterThanOrEqual(kills);

    // A lease of a process that was killed runs out first.
    const entries = async () => [...(await store.mailOf(records.map(({ id }) => id))).values()].flat();
    const undelivered = async () => (await entries()).filter(({ status }) => status !== 'sent').length;
    await expect.poll(undelivered, { timeout: patienceMs, interval: 500 }).toBe(0);
    const recipients = [
      ...records.map(({ kind }) => `${kind}@example.com`),
      ...new Set(records.map(({ fields }) => String(fields.email))),
    ].sort();
    expect((await entries()).map(({ recipient }) => recipient).sort()).toEqual(recipients);
    const byMessageId = new Map(
      mail.received.map(({ headers, to }) => [headers.find((line) => line.startsWith('Message-ID')), to.join()]),
    );
    expect([...byMessageId.values()].sort()).toEqual(recipients);
    // Only what was on its way when a process was killed can have come twice: four mails at a time.
    const twice = mail.received.length - recipients.length;
    expect(twice).toBeLessThanOrEqual(kills * 4);
    console.log({
      kills,
      sent: sent.length,
      answered: answers(),
      kept: records.length,
      mails: recipients.length,
      twice,
    });

    await kill(child);
    await start().then(async (last) => {
      await expect.poll(() => readdirSync(join(directory, 'incoming'))).toEqual([]);
      await kill(last);
    });
    await database.close();
    await mail.close();
    rmSync(directory, { recursive: true });
  },
  patienceMs,
);
