import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contactAction } from '../../app/features/contact/contact.schema.ts';
import { readMigrations } from '../../app/platform/database/migrations.ts';
import { type Load, loadFor } from './measure.ts';
import { startSite } from './processes.ts';
import { inFolder, ms, say, table } from './report.ts';

/** Senders at a time while submissions a second are counted. */
const atOnce = 16;

const enquiry = {
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  comment: 'What would it take to move our engine to the cloud? '.repeat(6),
};

/**
 * How many enquiries a second are durable, beside the transaction alone: the same rows in the same tables, committed to
 * the same disk one after the other by nothing but a loop.
 */
export async function benchSubmissions({ seconds }: { seconds: number }): Promise<void> {
  await inFolder(async (folder) => {
    const before = await bareLoop(join(folder, 'before.sqlite'), seconds);
    const dataDirectory = join(folder, 'data');
    const server = await startSite({ DATA_DIR: dataDirectory });
    await server.settled();
    const send = () =>
      server.post(contactAction, new URLSearchParams(enquiry).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': randomUUID(),
      });
    const alone = await loadFor({ seconds, atOnce: 1 }, send);
    const together = await loadFor({ seconds, atOnce }, send);
    await server.stop();
    const after = await bareLoop(join(folder, 'after.sqlite'), seconds);

    const kept = countRecords(join(dataDirectory, 'intake.sqlite'));
    const answered = alone.answers + together.answers;
    const bare = (before.perSecond + after.perSecond) / 2;
    const row = (name: string, load: Load) => [
      name,
      ms(load.p50),
      ms(load.p99),
      load.perSecond.toFixed(0),
      (load.perSecond / bare).toFixed(2),
    ];
    say('\nDurable submissions');
    table(
      ['', 'p50', 'p99', 'a second', 'a second / bare'],
      [
        row('the bare transaction, before', before),
        row('the bare transaction, after', after),
        row('enquiries over HTTP, one at a time', alone),
        row(`enquiries over HTTP, ${atOnce} at a time`, together),
      ],
    );
    say(`${answered} were answered 200, ${kept} are kept`);
  });
}

/** The rows of one enquiry, committed again and again. */
async function bareLoop(file: string, seconds: number): Promise<Load> {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  for (const { sql } of await readMigrations('sqlite')) database.exec(sql);
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const addRecord = database.prepare(
    `INSERT INTO submissions (id, kind, status, received_at, email, fields) VALUES (?, 'enquiry', 'received', ?, ?, ?)`,
  );
  const addAnswer = database.prepare(
    `INSERT INTO idempotency_answers (kind, key, content_sha256, message, submission_id) VALUES ('enquiry', ?, ?, ?, ?)`,
  );
  const addMail = database.prepare(
    `INSERT INTO outbox (id, submission_id, recipient, status, next_attempt_at, give_up_at) VALUES (?, ?, ?, 'queued', ?, ?)`,
  );
  const load = await loadFor({ seconds, atOnce: 1 }, async () => {
    const id = randomUUID();
    const now = new Date().toISOString();
    begin.run();
    addRecord.run(id, now, enquiry.email, JSON.stringify(enquiry));
    addAnswer.run(randomUUID(), 'c'.repeat(64), 'Thank you.', id);
    addMail.run(randomUUID(), id, 'hello@example.com', now, now);
    commit.run();
  });
  database.close();
  return load;
}

function countRecords(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT count(*) AS records FROM submissions').get();
  database.close();
  return Number(row?.records);
}
