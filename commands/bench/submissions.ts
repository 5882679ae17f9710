import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contactAction } from '../../app/paths.ts';
import { type Migration, readMigrations } from '../../app/platform/database/migrations.ts';
import { dataNames } from '../../app/platform/files/data-directory.ts';
import { joinLoads, type Load, loadFor, type TimedLoad } from './measure.ts';
import { startSite } from './processes.ts';
import { ms, say, table, temporaryFolder } from './report.ts';

/** Concurrent senders while submissions per second are counted. */
const concurrency = 16;

const enquiry = {
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  comment: 'What would it take to move our engine to the cloud? '.repeat(6),
};

/** The measurements alternate, so that variations of the disk affect both. */
const rounds = 5;

/** Measures durable enquiries per second, compared with the bare transaction: the same rows, committed one after the other. */
export async function benchSubmissions({ seconds }: { seconds: number }): Promise<void> {
  await using folder = await temporaryFolder();
  const dataDirectory = join(folder.path, 'data');
  const server = await startSite({ DATA_DIR: dataDirectory });
  await server.settled();
  const send = () =>
    server.post(contactAction, new URLSearchParams(enquiry).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': randomUUID(),
    });
  const bare = openBare(join(folder.path, 'bare.sqlite'), await readMigrations('sqlite'));
  const loads: Record<'bare' | 'alone' | 'together', TimedLoad[]> = { bare: [], alone: [], together: [] };
  for (let round = 0; round < rounds; round += 1) {
    loads.bare.push(await loadFor({ seconds, concurrency: 1 }, bare.keep));
    loads.alone.push(await loadFor({ seconds, concurrency: 1 }, send));
    loads.together.push(await loadFor({ seconds, concurrency }, send));
  }
  bare.close();
  await server.stop();

  const accepted = [...loads.alone, ...loads.together].reduce((sum, { durations }) => sum + durations.length, 0);
  const stored = countRecords(join(dataDirectory, dataNames.database));
  const yardstick = joinLoads(loads.bare).perSecond;
  const row = (name: string, load: Load) => [
    name,
    ms(load.p50),
    ms(load.p99),
    load.perSecond.toFixed(0),
    (load.perSecond / yardstick).toFixed(2),
  ];
  say('\nDurable submissions');
  table(
    ['', 'p50', 'p99', 'a second', 'a second / bare'],
    [
      row('the bare transaction', joinLoads(loads.bare)),
      row('enquiries over HTTP, one at a time', joinLoads(loads.alone)),
      row(`enquiries over HTTP, ${concurrency} at a time`, joinLoads(loads.together)),
    ],
  );
  say(`${accepted} got the response 200, ${stored} are stored`);
}

/** Opens a database with the same tables and returns a function that commits the rows of one enquiry. */
function openBare(file: string, migrations: readonly Migration[]): { keep(): Promise<void>; close(): void } {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  for (const { sql } of migrations) database.exec(sql);
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const addRecord = database.prepare(
    `INSERT INTO submissions (id, kind, status, received_at, email, fields) VALUES (?, 'enquiry', 'received', ?, ?, ?)`,
  );
  const addResponse = database.prepare(
    `INSERT INTO idempotency_answers (kind, key, content_sha256, message, submission_id) VALUES ('enquiry', ?, ?, ?, ?)`,
  );
  const addMail = database.prepare(
    `INSERT INTO outbox (id, submission_id, kind, recipient, status, next_attempt_at, give_up_at) VALUES (?, ?, 'notification', ?, 'queued', ?, ?)`,
  );
  return {
    async keep() {
      const id = randomUUID();
      const now = new Date().toISOString();
      begin.run();
      addRecord.run(id, now, enquiry.email, JSON.stringify(enquiry));
      addResponse.run(randomUUID(), 'c'.repeat(64), 'Thank you.', id);
      addMail.run(randomUUID(), id, 'hello@example.com', now, now);
      commit.run();
    },
    close: () => database.close(),
  };
}

function countRecords(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT count(*) AS records FROM submissions').get();
  database.close();
  return Number(row?.records);
}
