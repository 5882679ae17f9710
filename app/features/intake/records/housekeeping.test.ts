import { utimesSync, writeFileSync } from 'node:fs';
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
} from '../intake.fixture.ts';
import { keepHouse } from './housekeeping.ts';

let it: TestIntake;
beforeEach(() => {
  it = createTestIntake();
});
afterEach(() => it.close());

const apply = (changes = {}) =>
  it.send(applicationForm, multipart({ ...application, ...changes }, { name: 'cv.pdf', bytes: pdf }));
const logged = (level: string) => it.lines.filter((line) => line.includes(`"level":"${level}"`)).join('');

/** Moves the time of a kept file to the test's own. */
function age(name: string, ms: number) {
  const at = new Date(it.clock.now().getTime() - ms);
  utimesSync(join(it.directory, 'resumes', name), at, at);
}

test('a resume that no record names is removed once its record cannot come any more', async () => {
  await apply();
  const [kept = ''] = it.list('resumes');
  age(kept, 600_000);
  writeFileSync(join(it.directory, 'resumes', 'crashed.pdf'), pdf);
  writeFileSync(join(it.directory, 'resumes', 'under-way.pdf'), pdf);
  age('crashed.pdf', 130_000);
  age('under-way.pdf', 110_000);
  await keepHouse(it);
  expect(it.list('resumes').sort()).toEqual([kept, 'under-way.pdf'].sort());
  expect(logged('error')).toBe('');
});

test('where most resumes belong to no record none is removed: the database may be another one', async () => {
  await apply();
  const [kept = ''] = it.list('resumes');
  age(kept, 600_000);
  const others = ['one.pdf', 'two.pdf'];
  for (const name of others) {
    writeFileSync(join(it.directory, 'resumes', name), pdf);
    age(name, 600_000);
  }
  await keepHouse(it);
  expect(it.list('resumes').sort()).toEqual([kept, ...others].sort());
  expect(logged('error')).toMatch(/is it the right one.*"files":2,"of":3/u);
});

test('a record without its file raises an alarm that names the record', async () => {
  await apply();
  for (const name of it.list('resumes')) await it.files.remove(name);
  await keepHouse(it);
  const [record] = await it.store.list();
  expect(logged('error')).toContain(record?.id);
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
    await keepHouse(it);
    expect(await kinds()).toEqual(['application', 'enquiry']);
    it.pass(1);
    await keepHouse(it);
    expect(await kinds()).toEqual(['enquiry']);
    expect(it.list('resumes')).toEqual([]);
    expect(it.list('mail')).toHaveLength(1);
    it.pass(365 * dayMs);
    await keepHouse(it);
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
    await keepHouse(it);
    expect(await kinds()).toEqual(['enquiry']);
    expect(logged('warn')).toMatch(/kept longer.*"records":1/u);
    await it.store.retryMail();
    await it.intake.deliver();
    await keepHouse(it);
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
    await keepHouse(it);
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
    await keepHouse(it);
    expect(await it.store.count()).toBe(0);
    expect(logged('info')).toContain('"records":450');
  });
});

test('without a limit everything stays', async () => {
  await it.send(contactForm, multipart(enquiry));
  it.pass(40_000 * 24 * 3_600_000);
  await keepHouse(it);
  expect(await it.store.list()).toHaveLength(1);
});

test('spam is kept for 30 days', async () => {
  await it.send(contactForm, multipart(enquiry));
  await apply({ website: 'x' });
  it.pass(30 * 24 * 3_600_000);
  await keepHouse(it);
  expect(await it.store.list()).toHaveLength(2);
  it.pass(1);
  await keepHouse(it);
  expect(await it.store.list()).toMatchObject([{ kind: 'enquiry' }]);
  expect(it.list('resumes')).toEqual([]);
});
