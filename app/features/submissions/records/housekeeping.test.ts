import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  application,
  applicationForm,
  contactForm,
  createTestIntake,
  enquiry,
  multipart,
  pdf,
  type TestIntake,
} from '../submissions.fixture.ts';

let it: TestIntake;
beforeEach(() => {
  it = createTestIntake();
});
afterEach(() => it.close());

const apply = (changes = {}) =>
  it.send(applicationForm, multipart({ ...application, ...changes }, { name: 'cv.pdf', bytes: pdf }));
const logged = (level: string) => it.lines.filter((line) => line.includes(`"level":"${level}"`)).join('');

const stored = (name: string) => writeFileSync(join(it.directory, 'resumes', name), pdf);
const errors = () => it.lines.filter((line) => line.includes('"level":"error"')).length;

test.each([0, 1])(
  'resumes whose record never came go once it cannot come any more, beside %i with a record',
  async (records) => {
    for (let record = 0; record < records; record += 1) await apply();
    mkdirSync(join(it.directory, 'resumes'), { recursive: true });
    const kept = it.list('resumes');
    await it.expectedResumes.expect('crashed.pdf');
    stored('crashed.pdf');
    await it.expectedResumes.expect('crashed-before-it-was-stored.pdf');
    it.pass(1);
    await it.expectedResumes.expect('under-way.pdf');
    stored('under-way.pdf');
    it.pass(120_000);
    await it.runHousekeeping();
    expect(it.list('resumes').sort()).toEqual([...kept, 'under-way.pdf'].sort());
    expect(logged('warn')).toMatch(/never stored.*"files":1/u);
    expect(logged('error')).toBe('');
    it.pass(1);
    await it.runHousekeeping();
    expect(it.list('resumes')).toEqual(kept);
    expect(await it.expectedResumes.all()).toEqual(new Set());
  },
);

test('a record whose resume was given up before its commit is refused, and stores nothing', async () => {
  await apply();
  const [record] = await it.store.list();
  if (!record?.resume) throw new Error('there is a record with a resume');
  await it.expectedResumes.expect('late.pdf');
  await it.expectedResumes.abandon(new Date(it.clock.now().getTime() + 1).toISOString());
  const late = { ...record, id: '20260301-0000000000', resume: { ...record.resume, file: 'late.pdf' } };
  await expect(it.store.accept(late, [])).rejects.toThrow('gave up the resume');
  expect(await it.store.list()).toEqual([record]);
});

test('resumes that the database knows nothing of are left alone, with one error until there are more', async () => {
  await apply();
  const [kept = ''] = it.list('resumes');
  stored('one.pdf');
  it.pass(600_000);
  await it.runHousekeeping();
  await it.runHousekeeping();
  expect(it.list('resumes').sort()).toEqual([kept, 'one.pdf'].sort());
  expect(logged('error')).toMatch(/is it the right one.*"files":1,"of":2/u);
  expect(errors()).toBe(1);
  stored('two.pdf');
  await it.runHousekeeping();
  expect(errors()).toBe(2);
});

test('a record without its file raises one alarm that names the record, and another one when it is gone again', async () => {
  await apply();
  // Its mail looks for the file, too.
  await it.intake.deliver();
  const [name = ''] = it.list('resumes');
  await it.files.remove(name);
  await it.runHousekeeping();
  await it.runHousekeeping();
  const [record] = await it.store.list();
  expect(logged('error')).toContain(record?.id);
  expect(errors()).toBe(1);
  stored(name);
  await it.runHousekeeping();
  await it.files.remove(name);
  await it.runHousekeeping();
  expect(errors()).toBe(2);
});

describe('with a limit in days', () => {
  const dayMs = 24 * 3_600_000;
  beforeEach(async () => {
    await it.close();
    it = createTestIntake({ retentionDays: { enquiry: 730, application: 365 } });
  });
  const kinds = async () => (await it.store.list()).map(({ kind }) => kind).sort();

  test('records go with all that is kept of them, applications first, and the log has numbers only', async () => {
    await it.send(contactForm, multipart(enquiry), { 'idempotency-key': 'a' });
    await apply();
    await it.intake.deliver();
    expect(it.list('mail')).toHaveLength(2);
    it.pass(365 * dayMs);
    await it.runHousekeeping();
    expect(await kinds()).toEqual(['application', 'enquiry']);
    it.pass(1);
    await it.runHousekeeping();
    expect(await kinds()).toEqual(['enquiry']);
    expect(it.list('resumes')).toEqual([]);
    expect(it.list('mail')).toHaveLength(1);
    it.pass(365 * dayMs);
    await it.runHousekeeping();
    expect(await kinds()).toEqual([]);
    expect(it.list('mail')).toEqual([]);
    const db = await it.database.connect();
    for (const table of ['outbox', 'idempotency_answers'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(logged('info')).toContain('"kind":"application","status":"received","records":1,"resumes":1,"mails":1');
    expect(it.lines.join('')).not.toMatch(/Ada|example\.org/u);
    expect(logged('error')).toBe('');
  });

  test('a record of which the company has not been told stays, with a warning each time', async () => {
    await it.send(contactForm, multipart(enquiry));
    for (const record of await it.store.list()) {
      const db = await it.database.connect();
      await db.updateTable('outbox').set({ status: 'dead' }).where('submission_id', '=', record.id).execute();
    }
    it.pass(731 * dayMs);
    await it.runHousekeeping();
    expect(await kinds()).toEqual(['enquiry']);
    expect(logged('warn')).toMatch(/kept longer.*"records":1/u);
    await it.store.retryMail();
    await it.intake.deliver();
    await it.runHousekeeping();
    expect(await kinds()).toEqual([]);
  });

  test('a mail file without a record goes when no record can be as old', async () => {
    await it.send(contactForm, multipart(enquiry));
    await it.intake.deliver();
    const [name = ''] = it.list('mail');
    const orphan = (days: number) => {
      const path = join(it.directory, 'mail', `orphan-${days}.eml`);
      writeFileSync(path, '');
      const at = new Date(it.clock.now().getTime() - days * dayMs);
      utimesSync(path, at, at);
    };
    orphan(729);
    orphan(731);
    writeFileSync(join(it.directory, 'mail', 'notes.txt'), '');
    await it.runHousekeeping();
    expect(it.list('mail').sort()).toEqual([name, 'notes.txt', 'orphan-729.eml'].sort());
  });

  test('many go in one pass', async () => {
    const receivedAt = it.clock.now().toISOString();
    const db = await it.database.connect();
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
    it.pass(731 * dayMs);
    await it.runHousekeeping();
    expect(await it.store.count()).toBe(0);
    expect(logged('info')).toContain('"records":450');
  });
});

test('without a limit everything stays', async () => {
  await it.send(contactForm, multipart(enquiry));
  it.pass(40_000 * 24 * 3_600_000);
  await it.runHousekeeping();
  expect(await it.store.list()).toHaveLength(1);
});

test('spam is kept for 30 days', async () => {
  await it.send(contactForm, multipart(enquiry));
  await apply({ website: 'x' });
  it.pass(30 * 24 * 3_600_000);
  await it.runHousekeeping();
  expect(await it.store.list()).toHaveLength(2);
  it.pass(1);
  await it.runHousekeeping();
  expect(await it.store.list()).toMatchObject([{ kind: 'enquiry' }]);
  expect(it.list('resumes')).toEqual([]);
});
