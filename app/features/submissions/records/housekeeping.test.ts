import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestSubmissions, pdf, type TestSubmissions } from '../submissions.fixture.ts';

let harness: TestSubmissions;
beforeEach(() => {
  harness = createTestSubmissions();
});
afterEach(() => harness.close());

const logged = (level: string) => harness.lines.filter((line) => line.includes(`"level":"${level}"`)).join('');

const stored = (name: string) => writeFileSync(join(harness.directory, 'resumes', name), pdf);
const errors = () => harness.lines.filter((line) => line.includes('"level":"error"')).length;

test.each([0, 1])(
  'resumes whose record never came go once it cannot come any more, beside %i with a record',
  async (records) => {
    for (let record = 0; record < records; record += 1) await harness.apply();
    mkdirSync(join(harness.directory, 'resumes'), { recursive: true });
    const present = harness.list('resumes');
    await harness.pendingResumes.add('crashed.pdf');
    stored('crashed.pdf');
    await harness.pendingResumes.add('crashed-before-it-was-stored.pdf');
    harness.pass(1);
    await harness.pendingResumes.add('under-way.pdf');
    stored('under-way.pdf');
    harness.pass(120_000);
    await harness.runHousekeeping();
    expect(harness.list('resumes').sort()).toEqual([...present, 'under-way.pdf'].sort());
    expect(logged('warn')).toMatch(/never stored.*"files":1/u);
    expect(logged('error')).toBe('');
    harness.pass(1);
    await harness.runHousekeeping();
    expect(harness.list('resumes')).toEqual(present);
    expect(await harness.pendingResumes.all()).toEqual(new Set());
  },
);

test('refuses a record whose resume was abandoned before its commit, and stores nothing', async () => {
  await harness.apply();
  const [record] = await harness.store.list();
  if (!record?.resume) throw new Error('there is a record with a resume');
  await harness.pendingResumes.add('late.pdf');
  await harness.pendingResumes.abandon(new Date(harness.clock.now().getTime() + 1).toISOString());
  const late = { ...record, id: '20260301-0000000000', resume: { ...record.resume, file: 'late.pdf' } };
  await expect(harness.store.accept(late, [])).rejects.toThrow('gave up the resume');
  expect(await harness.store.list()).toEqual([record]);
});

test('leaves resumes without a record alone, with one error until there are more', async () => {
  await harness.apply();
  const [present = ''] = harness.list('resumes');
  stored('one.pdf');
  harness.pass(600_000);
  await harness.runHousekeeping();
  await harness.runHousekeeping();
  expect(harness.list('resumes').sort()).toEqual([present, 'one.pdf'].sort());
  expect(logged('error')).toMatch(/is it the right one.*"files":1,"of":2/u);
  expect(errors()).toBe(1);
  stored('two.pdf');
  await harness.runHousekeeping();
  expect(errors()).toBe(2);
});

test('logs one error that names a record without its file, and another when the file is missing again', async () => {
  await harness.apply();
  // Its mail looks for the file, too.
  await harness.submissions.deliver();
  const [name = ''] = harness.list('resumes');
  await harness.files.remove(name);
  await harness.runHousekeeping();
  await harness.runHousekeeping();
  const [record] = await harness.store.list();
  expect(logged('error')).toContain(record?.id);
  expect(errors()).toBe(1);
  stored(name);
  await harness.runHousekeeping();
  await harness.files.remove(name);
  await harness.runHousekeeping();
  expect(errors()).toBe(2);
});

describe('with a limit in days', () => {
  const dayMs = 24 * 3_600_000;
  beforeEach(async () => {
    await harness.close();
    harness = createTestSubmissions({ retentionDays: { enquiry: 730, application: 365 } });
  });
  const kinds = async () => (await harness.store.list()).map(({ kind }) => kind).sort();

  test('removes records with all their data, applications first, and logs numbers only', async () => {
    await harness.enquire({}, { 'idempotency-key': 'a' });
    await harness.apply();
    await harness.submissions.deliver();
    expect(harness.list('mail')).toHaveLength(2);
    harness.pass(365 * dayMs);
    await harness.runHousekeeping();
    expect(await kinds()).toEqual(['application', 'enquiry']);
    harness.pass(1);
    await harness.runHousekeeping();
    expect(await kinds()).toEqual(['enquiry']);
    expect(harness.list('resumes')).toEqual([]);
    expect(harness.list('mail')).toHaveLength(1);
    harness.pass(365 * dayMs);
    await harness.runHousekeeping();
    expect(await kinds()).toEqual([]);
    expect(harness.list('mail')).toEqual([]);
    const { db } = harness.database;
    for (const table of ['outbox', 'idempotency_answers'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(logged('info')).toContain('"kind":"application","status":"received","records":1,"resumes":1,"mails":1');
    expect(harness.lines.join('')).not.toMatch(/Ada|example\.org/u);
    expect(logged('error')).toBe('');
  });

  test('notifies of a record of a form that only another release has, and removes it after the shortest time', async () => {
    await harness.enquire({ comment: 'Weekly, please' });
    await harness.database.db
      .updateTable('submissions')
      .set({ kind: 'newsletter' as 'enquiry' })
      .execute();
    await harness.submissions.deliver();
    const [mail = ''] = harness.list('mail');
    const text = readFileSync(join(harness.directory, 'mail', mail), 'utf8');
    for (const part of ['To: hello@example.com', 'Subject: newsletter: Ada Lovelace', 'Weekly, please'])
      expect(text).toContain(part);
    harness.pass(365 * dayMs);
    await harness.runHousekeeping();
    expect(await kinds()).toEqual(['newsletter']);
    harness.pass(1);
    await harness.runHousekeeping();
    expect(await kinds()).toEqual([]);
  });

  test('retains a record that the company has not been notified of, with a warning each time', async () => {
    await harness.enquire();
    for (const record of await harness.store.list()) {
      const { db } = harness.database;
      await db.updateTable('outbox').set({ status: 'dead' }).where('submission_id', '=', record.id).execute();
    }
    harness.pass(731 * dayMs);
    await harness.runHousekeeping();
    expect(await kinds()).toEqual(['enquiry']);
    expect(logged('warn')).toMatch(/retained longer.*"records":1/u);
    await harness.store.retryMail();
    await harness.submissions.deliver();
    await harness.runHousekeeping();
    expect(await kinds()).toEqual([]);
  });

  test('removes a mail file without a record when no record can be as old', async () => {
    await harness.enquire();
    await harness.submissions.deliver();
    const [name = ''] = harness.list('mail');
    const orphan = (days: number) => {
      const path = join(harness.directory, 'mail', `orphan-${days}.eml`);
      writeFileSync(path, '');
      const at = new Date(harness.clock.now().getTime() - days * dayMs);
      utimesSync(path, at, at);
    };
    orphan(729);
    orphan(731);
    writeFileSync(join(harness.directory, 'mail', 'notes.txt'), '');
    await harness.runHousekeeping();
    expect(harness.list('mail').sort()).toEqual([name, 'notes.txt', 'orphan-729.eml'].sort());
  });

  test('removes many records in one pass', async () => {
    const receivedAt = harness.clock.now().toISOString();
    const { db } = harness.database;
    await db.transaction().execute(async (transaction) => {
      for (let number = 0; number < 450; number += 1)
        await transaction
          .insertInto('submissions')
          .values({
            id: `20260301-${String(number).padStart(10, '0')}`,
            kind: 'enquiry',
            status: 'received',
            received_at: receivedAt,
            email: 'a@b.example',
            fields: '{}',
          })
          .execute();
    });
    harness.pass(731 * dayMs);
    await harness.runHousekeeping();
    expect(await harness.store.count()).toBe(0);
    expect(logged('info')).toContain('"records":450');
  });
});

test('removes nothing without a limit, and does not rewrite the database', async () => {
  const purge = vi.spyOn(harness.database, 'purge');
  await harness.enquire();
  harness.pass(40_000 * 24 * 3_600_000);
  await harness.runHousekeeping();
  expect(await harness.store.list()).toHaveLength(1);
  expect(purge).not.toHaveBeenCalled();
});

test('retains spam for 30 days', async () => {
  await harness.enquire();
  await harness.apply({ website: 'x' });
  harness.pass(30 * 24 * 3_600_000);
  await harness.runHousekeeping();
  expect(await harness.store.list()).toHaveLength(2);
  harness.pass(1);
  await harness.runHousekeeping();
  expect(await harness.store.list()).toMatchObject([{ kind: 'enquiry' }]);
  expect(harness.list('resumes')).toEqual([]);
});
