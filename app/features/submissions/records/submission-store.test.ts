import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../../platform/database/database.ts';
import { readMigrations } from '../../../platform/database/migrations.ts';
import { hasPostgres, startPostgres } from '../../../platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../../../platform/database/shared-postgres.fixture.ts';
import { temporaryDirectory } from '../../../platform/files/temporary-directory.fixture.ts';
import { leaseMs, Outbox } from '../mail/outbox.ts';
import { acknowledgementGiveUpMs, acknowledgementPauseMs, giveUpMs, maxPauseMs } from '../mail/outbox-schedule.ts';
import { createPendingResumes } from './pending-resumes.ts';
import { createSubmissionId, type Submission } from './submission.ts';
import { SubmissionStore } from './submission-store.ts';
import type { SubmissionDatabase, SubmissionTables } from './tables.ts';

// One suite for both engines, because both must fulfil the store's contract.

let directory: string;
const engines = [
  {
    engine: 'SQLite',
    createUrl: async () => undefined,
  },
  {
    engine: 'PostgreSQL',
    createUrl: createSharedDatabase,
  },
];

let now = new Date('2026-03-01T09:00:00.000Z');
const clock = { now: () => now };
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const submissionOf = (changes: Partial<Submission> = {}): Submission => ({
  id: createSubmissionId(now),
  kind: 'enquiry',
  status: 'received',
  receivedAt: now.toISOString(),
  fields: {
    name: 'Ada Lovelace',
    company: '',
    email: 'Ada@Example.org',
    phone: '',
    comment: 'Zeile\n"zwei" \u0000 \u{1f309}',
  },
  resume: undefined,
  ...changes,
});
const resumeOf = (file: string) => ({ file, name: 'cv.pdf', bytes: 6_291_456, sha256: 'a'.repeat(64) });
const responseFor = (key: string, contentSha256 = 'c'.repeat(64)) => ({
  keys: [key],
  contentSha256,
  message: 'Thank you.',
});

describe.each(engines)('$engine', ({ engine, createUrl }) => {
  let url: string | undefined;
  const open = () => createDatabase<SubmissionTables>({ url, file: join(directory, 'data', 'intake.sqlite') });
  let database: SubmissionDatabase;
  let store: SubmissionStore;
  let outbox: Outbox;
  /** Leases messages about records. */
  const lease = (count: number, from = outbox) => from.lease(count, ['notification', 'acknowledgement', 'webhook']);
  /** Lets time pass for leases, too, which run out by the clock of PostgreSQL. */
  const passForLeases = async (ms: number) => {
    pass(ms);
    if (url) await sql`UPDATE outbox SET leased_until = leased_until - ${ms} * interval '1 ms'`.execute(database.db);
  };

  beforeEach(async ({ skip }) => {
    skip(engine === 'PostgreSQL' && !hasPostgres, 'there is no PostgreSQL on this machine');
    directory = temporaryDirectory();
    now = new Date('2026-03-01T09:00:00.000Z');
    url = await createUrl();
    database = open();
    store = new SubmissionStore({ database, clock });
    outbox = new Outbox({ database, clock });
    await createPendingResumes({ database, clock }).add('a.pdf');
  });
  afterEach(() => database?.close());

  test('returns the record that it stored', async () => {
    const enquiry = submissionOf();
    pass(1000);
    const application = submissionOf({
      kind: 'application',
      status: 'spam',
      spamReason: 'too-fast',
      resume: { ...resumeOf('a.pdf'), scan: 'unscanned' },
    });
    expect(await store.accept(enquiry, ['hello@example.com'])).toEqual({ outcome: 'stored' });
    expect(await store.accept(application, ['careers@example.com'])).toEqual({ outcome: 'stored' });
    expect(await store.list()).toEqual([application, enquiry]);
    expect(await store.list({ kind: 'enquiry' })).toEqual([enquiry]);
    expect(await store.list({ status: 'spam' })).toEqual([application]);
    expect(await store.get(enquiry.id)).toEqual(enquiry);
    expect(await store.get('20000101-0000000000')).toBeUndefined();
    expect(await store.has(enquiry.id)).toBe(true);
    expect(await store.resumeFiles()).toEqual(new Map([['a.pdf', application.id]]));
  });

  test('stores the records of a form that is added, without a migration', async () => {
    const added = submissionOf({ kind: 'added' as 'enquiry' });
    expect(await store.accept(added, ['hello@example.com'])).toEqual({ outcome: 'stored' });
    expect(await store.list({ kind: added.kind })).toEqual([added]);
  });

  test('survives being closed and opened again', async () => {
    const enquiry = submissionOf();
    await store.accept(enquiry, []);
    await database.close();
    await expect(store.list()).rejects.toThrow(/closed|after calling end/u);
    database = open();
    expect(await new SubmissionStore({ database, clock }).list()).toEqual([enquiry]);
  });

  test('stores the response of a key, once', async () => {
    const first = submissionOf();
    expect(await store.accept(first, ['a@example.com'], responseFor('key'))).toEqual({ outcome: 'stored' });
    expect(await store.accept(submissionOf(), ['a@example.com'], responseFor('key'))).toEqual({
      outcome: 'repeated',
      message: 'Thank you.',
    });
    expect(await store.accept(submissionOf(), ['a@example.com'], responseFor('key', 'd'.repeat(64)))).toEqual({
      outcome: 'key-reused',
    });
    expect(await store.list()).toEqual([first]);
    expect(await lease(10)).toHaveLength(1);
    // Each form has its own keys.
    expect(await store.accept(submissionOf({ kind: 'application' }), [], responseFor('key'))).toEqual({
      outcome: 'stored',
    });
  });

  test('stores one of many concurrent submissions with the same key', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => store.accept(submissionOf(), ['a@example.com'], responseFor('key'))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(19);
    expect(await store.list()).toHaveLength(1);
  });

  test('receives one of many concurrent submissions with the same proof of work and stores the others as spam', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => store.accept(submissionOf(), ['a@example.com'], undefined, 'proof')),
    );
    expect(outcomes.filter((acceptance) => 'proofReused' in acceptance)).toHaveLength(9);
    expect(await store.list({ status: 'received' })).toHaveLength(1);
    expect((await store.list({ status: 'spam' })).map(({ spamReason }) => spamReason)).toEqual(
      Array(9).fill('no-proof'),
    );
    expect(await lease(10)).toHaveLength(1);
  });

  test('does not use up a proof for submissions that are not stored, and removes it in time', async () => {
    await store.accept(submissionOf(), [], responseFor('key'), 'first');
    expect(await store.accept(submissionOf(), [], responseFor('key'), 'second')).toMatchObject({ outcome: 'repeated' });
    expect(await store.accept(submissionOf(), [], undefined, 'second')).toEqual({ outcome: 'stored' });
    pass(48 * 3_600_000 - 1);
    await store.forgetExpired();
    expect(await store.accept(submissionOf(), [], undefined, 'second')).toEqual({
      outcome: 'stored',
      proofReused: true,
    });
    pass(1);
    await store.forgetExpired();
    expect(await store.accept(submissionOf(), [], undefined, 'second')).toEqual({ outcome: 'stored' });
  });

  test('stores a record entirely or not at all', async () => {
    // The second row of the outbox breaks a rule of the table.
    await expect(store.accept(submissionOf(), ['a@example.com', null as never], responseFor('key'))).rejects.toThrow();
    expect(await store.list()).toEqual([]);
    expect(await lease(10)).toEqual([]);
    expect(await store.accept(submissionOf(), [], responseFor('key'))).toEqual({ outcome: 'stored' });
  });

  test('leases a mail to one worker at a time, until the lease runs out', async () => {
    const enquiry = submissionOf();
    await store.accept(enquiry, ['a@example.com', 'b@example.com']);
    const both = (await Promise.all([lease(10), lease(10), lease(10)])).flat();
    expect(both.map(({ recipient }) => recipient).sort()).toEqual(['a@example.com', 'b@example.com']);
    expect(both[0]?.submission).toEqual(enquiry);
    await passForLeases(leaseMs - 5000);
    expect(await lease(10)).toEqual([]);
    if (both[0]) await outbox.renew(both[0]);
    await passForLeases(5000);
    const [again, ...rest] = await lease(10);
    expect(rest).toEqual([]);
    expect(again?.id).toBe(both[1]?.id);
    await passForLeases(leaseMs - 5000);
    // A worker that lost the lease cannot change the schedule any more.
    if (both[1]) await outbox.renew(both[1]);
    await passForLeases(5000);
    expect(await lease(10)).toHaveLength(2);
  });

  test('servers whose clocks differ do not lease the same mail', async ({ skip }) => {
    skip(engine === 'SQLite', 'its servers run on one machine');
    const ahead = new Outbox({ database, clock: { now: () => new Date(now.getTime() + 30_000) } });
    await store.accept(submissionOf(), ['a@example.com']);
    expect(await lease(10)).toHaveLength(1);
    expect(await lease(10, ahead)).toEqual([]);
  });

  test('tries again after growing pauses and gives up after five days', async () => {
    await store.accept(submissionOf(), ['a@example.com']);
    const pauses: number[] = [];
    const started = now.getTime();
    for (let dead = false; !dead; ) {
      const [mail] = await lease(1);
      if (!mail) throw new Error('it should be due');
      dead = await outbox.markFailed(mail, 'ECONNREFUSED');
      if (dead) break;
      const [entry] = (await store.mailOf([mail.submission.id])).get(mail.submission.id) ?? [];
      const pause = new Date(entry?.nextAttemptAt ?? 0).getTime() - now.getTime();
      pauses.push(pause / 1000);
      pass(pause - 1);
      expect(await lease(1)).toEqual([]);
      pass(1);
    }
    expect(pauses.slice(0, 11)).toEqual([10, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    expect(now.getTime() - started).toBeGreaterThanOrEqual(giveUpMs);
    expect(now.getTime() - started).toBeLessThan(giveUpMs + 3_600_000);
    pass(giveUpMs);
    expect(await lease(1)).toEqual([]);
    expect(await store.retryMail()).toBe(1);
    expect(await lease(1)).toHaveLength(1);
  });

  test('a mail is sent soon after a clock that was days ahead has been set back', async () => {
    pass(giveUpMs);
    await store.accept(submissionOf(), ['a@example.com', 'b@example.com']);
    await lease(1);
    await passForLeases(-giveUpMs);
    expect(await lease(10)).toHaveLength(2);
    // A clock is corrected by less than an hour.
    await passForLeases(leaseMs - maxPauseMs);
    expect(await lease(10)).toEqual([]);
    await passForLeases(-5000);
    expect(await lease(10)).toHaveLength(2);
  });

  test('a sent mail is not sent again', async () => {
    await store.accept(submissionOf(), ['a@example.com']);
    const [mail] = await lease(1);
    if (mail) await outbox.markSent(mail);
    pass(giveUpMs);
    expect(await lease(1)).toEqual([]);
    expect(await store.retryMail()).toBe(0);
  });

  test('mails spam when it is released', async () => {
    const spam = submissionOf({ status: 'spam' });
    await store.accept(spam, ['a@example.com']);
    expect(await lease(1)).toEqual([]);
    expect(await store.retryMail()).toBe(0);
    expect(await store.release(spam.id)).toBe(true);
    expect(await store.release(spam.id)).toBe(false);
    expect((await store.get(spam.id))?.status).toBe('received');
    expect(await lease(1)).toHaveLength(1);
  });

  describe('with acknowledgements', () => {
    let acknowledging: SubmissionStore;
    beforeEach(() => {
      acknowledging = new SubmissionStore({ database, clock, acknowledge: true });
    });
    const from = (email: string, changes: Partial<Submission> = {}) => submissionOf({ fields: { email }, ...changes });
    const acknowledged = async () => {
      const ids = (await store.list()).map(({ id }) => id);
      const mails = [...(await store.mailOf(ids)).values()].flat();
      return mails.filter(({ kind }) => kind === 'acknowledgement').map(({ recipient }) => recipient);
    };

    test('notifies the visitor as well as the company', async () => {
      const enquiry = from('Ada@Example.org');
      await acknowledging.accept(enquiry, ['a@example.com'], responseFor('key'));
      const mails = [
        { kind: 'notification', recipient: 'a@example.com', status: 'queued' },
        { kind: 'acknowledgement', recipient: 'Ada@Example.org', status: 'queued' },
      ];
      expect((await store.mailOf([enquiry.id])).get(enquiry.id)).toMatchObject(mails);
      expect((await lease(10)).map(({ kind, recipient }) => ({ kind, recipient }))).toEqual(
        expect.arrayContaining(mails.map(({ kind, recipient }) => ({ kind, recipient }))),
      );
      // A repeated request notifies nobody.
      pass(acknowledgementPauseMs);
      await acknowledging.accept(from('Ada@Example.org'), ['a@example.com'], responseFor('key'));
      expect(await acknowledged()).toHaveLength(1);
    });

    test('acknowledges to a mailbox once an hour, over both forms, in any spelling of its address', async () => {
      await acknowledging.accept(from('ada@example.org'), []);
      pass(acknowledgementPauseMs - 1);
      await acknowledging.accept(from('ADA@example.ORG', { kind: 'application' }), []);
      await acknowledging.accept(from('ada+again@example.org'), []);
      expect(await acknowledged()).toEqual(['ada@example.org']);
      await acknowledging.accept(from('bo@example.org'), []);
      await acknowledging.accept(from('ada@other.example'), []);
      expect(await acknowledged()).toHaveLength(3);
      pass(1);
      await acknowledging.accept(from('Ada@example.org'), []);
      expect(await acknowledged()).toHaveLength(4);
      await acknowledging.accept(from('ada@example.org'), []);
      expect(await acknowledged()).toHaveLength(4);
    });

    test('acknowledges to a mailbox again after a clock that was days ahead has been set back', async () => {
      pass(giveUpMs);
      await acknowledging.accept(from('ada@example.org'), []);
      pass(-giveUpMs);
      await acknowledging.accept(from('ada@example.org'), []);
      expect(await acknowledged()).toHaveLength(2);
      pass(-acknowledgementPauseMs);
      await acknowledging.accept(from('ada@example.org'), []);
      expect(await acknowledged()).toHaveLength(2);
    });

    test('acknowledges to a mailbox once, of many concurrent submissions', async () => {
      const others = Array.from({ length: 3 }, () => new SubmissionStore({ database, clock, acknowledge: true }));
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          (others[index % 3] ?? acknowledging).accept(
            from('ada@example.org', { kind: index % 2 ? 'enquiry' : 'application' }),
            ['a@example.com'],
            responseFor(`key ${index}`),
          ),
        ),
      );
      expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'stored' })));
      expect(await acknowledged()).toEqual(['ada@example.org']);
    });

    test('does not count submissions that were not stored', async () => {
      await expect(acknowledging.accept(from('ada@example.org'), [null as never])).rejects.toThrow();
      await acknowledging.accept(from('ada@example.org'), []);
      expect(await acknowledged()).toEqual(['ada@example.org']);
    });

    test('sends nothing when a proof of work was used before', async () => {
      await acknowledging.accept(from('ada@example.org'), [], undefined, 'proof');
      await acknowledging.accept(from('bo@example.org'), [], undefined, 'proof');
      expect(await acknowledged()).toEqual(['ada@example.org']);
    });

    test('sends nothing for spam, and after its release only when it is not too late', async () => {
      const early = from('ada@example.org', { status: 'spam' });
      const late = from('bo@example.org', { status: 'spam' });
      for (const spam of [early, late]) await acknowledging.accept(spam, ['a@example.com']);
      expect(await acknowledged()).toEqual([]);
      pass(acknowledgementGiveUpMs - 1);
      await acknowledging.release(early.id);
      pass(1);
      await acknowledging.release(late.id);
      expect(await acknowledged()).toEqual(['ada@example.org']);
      expect((await lease(10)).map(({ kind }) => kind).sort()).toEqual([
        'acknowledgement',
        'notification',
        'notification',
      ]);
    });

    test('gives up a day after the form and does not restart', async () => {
      await acknowledging.accept(from('ada@example.org'), ['a@example.com']);
      pass(acknowledgementGiveUpMs);
      const leased = await lease(10);
      expect(leased.map(({ kind, isOverdue }) => [kind, isOverdue]).sort()).toEqual([
        ['acknowledgement', true],
        ['notification', false],
      ]);
      for (const mail of leased) await outbox.markFailed(mail, 'ECONNREFUSED');
      expect(await store.retryMail()).toBe(1);
      expect((await lease(10)).map(({ kind }) => kind)).toEqual(['notification']);
    });

    test('forgets the mailbox with the record', async () => {
      const enquiry = from('ada@example.org');
      await acknowledging.accept(enquiry, []);
      await store.remove([enquiry.id]);
      const { db } = database;
      expect(await db.selectFrom('acknowledged_mailboxes').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    });
  });

  test('finds all records of a visitor in any spelling and removes them', async () => {
    const enquiry = submissionOf();
    const other = submissionOf({ fields: { email: 'other@example.org' } });
    await store.accept(enquiry, ['a@example.com'], responseFor('key'));
    await store.accept(other, ['a@example.com']);
    const found = await store.ofEmail(' ADA@EXAMPLE.ORG');
    expect(found).toEqual([enquiry]);
    const [leased] = await lease(1);
    await store.remove(found.map(({ id }) => id));
    expect(await store.list()).toEqual([other]);
    expect((await store.mailOf([enquiry.id])).size).toBe(0);
    // The outcome of a mail in flight changes nothing any more.
    if (leased) await outbox.markFailed(leased, 'ECONNRESET');
    expect(leased && (await outbox.markSent(leased))).toBe(false);
    // No idempotency response is left.
    expect(await store.accept(submissionOf(), [], responseFor('key', 'e'.repeat(64)))).toEqual({ outcome: 'stored' });
  });

  test('finds terms in any field, also within words, ignoring case and accents', async () => {
    const jose = submissionOf({
      id: '20260301-0000000001',
      fields: { name: 'José Ÿ', email: 'jose@example.org', comment: 'Brücke, 100_0 % 木' },
    });
    pass(1000);
    const ada = submissionOf({ kind: 'application', resume: { ...resumeOf('a.pdf'), name: 'Lebenslauf (2).pdf' } });
    await store.accept(jose, []);
    await store.accept(ada, []);
    const found = async (text: string) => (await store.list({ text })).map(({ id }) => id);
    for (const text of [
      'JOSE',
      'jose\u0301',
      'ose ÿ',
      'brucke',
      'jose@example.org',
      '木',
      '100_0',
      '20260301-0000000001',
    ])
      expect([text, await found(text)]).toEqual([text, [jose.id]]);
    expect(await found('lebenslauf')).toEqual([ada.id]);
    expect(await found('example.org')).toEqual([ada.id, jose.id]);
    // The whole term, without LIKE wildcards.
    for (const text of ['jose lebenslauf', 'j%e', '10_00', 'name'])
      expect([text, await found(text)]).toEqual([text, []]);
    expect(await store.count({ text: 'example' })).toBe(2);
    expect(await store.count({ text: 'example', kind: 'application' })).toBe(1);
  });

  test('finds records that were stored before search existed', async () => {
    const earlier = submissionOf();
    await store.accept(earlier, []);
    await database.db.updateTable('submissions').set({ search_text: null }).execute();
    expect(await store.list({ text: 'lovelace' })).toEqual([earlier]);
  });

  test('finds letters without their accents in records from before search knew them', async () => {
    const earlier = submissionOf({ fields: { name: 'Łukasz Groß', email: 'l@example.org' } });
    await store.accept(earlier, []);
    await store.accept(submissionOf(), []);
    const setSearchText = (text: string) => database.db.updateTable('submissions').set({ search_text: text });
    await setSearchText('earlier łukasz groß').where('id', '=', earlier.id).execute();
    await setSearchText('earlier').where('id', '!=', earlier.id).execute();
    expect(await store.list({ text: 'lukasz gross' })).toEqual([]);
    const migrations = await readMigrations(url ? 'postgres' : 'sqlite');
    const migration = migrations.find(({ name }) => name.startsWith('0014'));
    await sql.raw(migration?.sql ?? '').execute(database.db);
    expect(await store.list({ text: 'lukasz gross' })).toEqual([earlier]);
    expect(await store.count({ text: 'earlier' })).toBe(1);
  });

  test('lists a page at a time, independent of new records', async () => {
    const all: Submission[] = [];
    for (let number = 0; number < 1203; number += 1) {
      // Several with the same time, as under load.
      if (number % 3 === 0) pass(1);
      all.push(submissionOf());
    }
    const { db } = database;
    await db.transaction().execute(async (transaction) => {
      for (const { id, receivedAt } of all)
        await transaction
          .insertInto('submissions')
          .values({
            id,
            kind: 'enquiry',
            status: 'received',
            received_at: receivedAt,
            email: 'a@b.example',
            fields: '{}',
          })
          .execute();
    });
    const newestFirst = (await store.list()).map(({ id }) => id);
    expect(newestFirst).toHaveLength(all.length);
    expect((await store.list({}, { limit: 2, offset: 5 })).map(({ id }) => id)).toEqual(newestFirst.slice(5, 7));
    const paged: string[] = [];
    for await (const page of store.pages()) {
      paged.push(...page.map(({ id }) => id));
      pass(1000);
      await store.accept(submissionOf(), []);
    }
    expect(paged).toEqual(newestFirst);
  });

  test('finds a record by the start of its id', async () => {
    const ids = ['20260301-0123456789', '20260301-0123zzzzzz', '20260301-zzzzzzzzzz', '20260302-0000000000'];
    for (const id of ids) await store.accept(submissionOf({ id }), []);
    const found = async (prefix: string) => (await store.startingWith(prefix, 3)).map(({ id }) => id);
    expect(await found('20260301-0123456789')).toEqual([ids[0]]);
    expect(await found('20260301-0123')).toEqual([ids[0], ids[1]]);
    expect(await found('20260301-z')).toEqual([ids[2]]);
    expect(await found('20260302')).toEqual([ids[3]]);
    expect(await found('2026')).toEqual(ids.slice(0, 3));
    expect(await found('%')).toEqual([]);
  });

  test('counts records and mails, and names the oldest undelivered record', async () => {
    expect(await store.summary()).toEqual({ records: [], mails: [], oldestUndelivered: undefined });
    const sent = submissionOf();
    await store.accept(sent, ['a@example.com']);
    const [mail] = await lease(1);
    if (mail) await outbox.markSent(mail);
    pass(1000);
    const waiting = submissionOf({ kind: 'application', resume: resumeOf('a.pdf') });
    await store.accept(waiting, ['a@example.com']);
    pass(1000);
    await store.accept(submissionOf(), ['a@example.com']);
    await store.accept(submissionOf({ status: 'spam' }), ['a@example.com']);
    const { records, mails, oldestUndelivered } = await store.summary();
    expect(records).toHaveLength(3);
    expect(records).toContainEqual({ kind: 'enquiry', status: 'received', count: 2 });
    expect(records).toContainEqual({ kind: 'enquiry', status: 'spam', count: 1 });
    expect(mails).toContainEqual({ kind: 'notification', status: 'queued', count: 2 });
    expect(mails).toContainEqual({ kind: 'notification', status: 'held', count: 1 });
    expect(oldestUndelivered).toEqual({ id: waiting.id, receivedAt: waiting.receivedAt });
  });

  test('sends the mail of one record again, or all', async () => {
    const [one, other] = [submissionOf(), submissionOf()];
    await store.accept(one, ['a@example.com']);
    await store.accept(other, ['a@example.com']);
    for (const mail of await lease(10)) await outbox.giveUp(mail, 'ECONNREFUSED');
    expect(await store.retryMail(one.id)).toBe(1);
    expect((await lease(10)).map(({ submission }) => submission.id)).toEqual([one.id]);
    expect(await store.retryMail()).toBe(2);
  });

  test('finds records past their retention, except those without a delivered notification', async () => {
    const old = submissionOf();
    await store.accept(old, ['a@example.com']);
    const [mail] = await lease(1);
    const rule = { kind: 'enquiry', status: 'received' } as const;
    const at = (ms: number) => ({ ...rule, receivedBefore: new Date(now.getTime() + ms).toISOString() });
    const expired = async () => [
      (await store.listExpired(at(1), 10)).map(({ id }) => id),
      await store.countExpiredUndelivered(at(1)),
    ];
    expect(await expired()).toEqual([[], 1]);
    if (mail) await outbox.giveUp(mail, 'ECONNREFUSED');
    expect(await expired()).toEqual([[], 1]);
    await store.retryMail();
    const [again] = await lease(1);
    if (again) expect(await outbox.markSent(again)).toBe(true);
    expect(await expired()).toEqual([[old.id], 0]);
    expect(await store.listExpired(at(0), 10)).toEqual([]);
    expect(await store.listExpired({ ...at(1), kind: 'application' }, 10)).toEqual([]);
    expect(await store.listExpired({ ...at(1), status: 'spam' }, 10)).toEqual([]);
  });

  test('reports whether it is writable', async () => {
    await expect(store.checkWritable()).resolves.toBeUndefined();
  });
});

describe('a database that cannot be reached', () => {
  test.skipIf(!hasPostgres)('PostgreSQL recovers without a restart of this process', async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.remove());
    const database = createDatabase<SubmissionTables>({ url: await cluster.createDatabase(), file: '' });
    const store = new SubmissionStore({ database, clock });
    const before = submissionOf();
    await store.accept(before, []);
    await cluster.kill();
    await expect(store.accept(submissionOf(), [])).rejects.toThrow();
    await expect(store.checkWritable()).rejects.toThrow();
    await cluster.restart();
    const after = submissionOf();
    await expect
      .poll(
        () =>
          store.accept(after, []).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    expect((await store.list()).map(({ id }) => id).sort()).toEqual([before.id, after.id].sort());
    await database.close();
  });

  test('SQLite in a read-only folder is opened again', async () => {
    directory = temporaryDirectory();
    const place = join(directory, 'data');
    writeFileSync(place, 'a file where the directory should be');
    const database = createDatabase<SubmissionTables>({ url: undefined, file: join(place, 'intake.sqlite') });
    const store = new SubmissionStore({ database, clock });
    await expect(store.checkWritable()).rejects.toThrow();
    await expect(store.accept(submissionOf(), [])).rejects.toThrow();
    rmSync(place);
    expect(await store.accept(submissionOf(), [])).toEqual({ outcome: 'stored' });
    await database.close();
  });
});
