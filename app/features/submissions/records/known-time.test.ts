import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasPostgres, type PostgresCluster, startPostgres } from '../../../platform/database/postgres.fixture.ts';
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
import { createHousekeeping } from './housekeeping.ts';

// One start with a wrong clock must not erase what has years to go.

let cluster: PostgresCluster | undefined;
beforeAll(async () => {
  if (hasPostgres) cluster = await startPostgres();
});
afterAll(() => cluster?.remove());

const dayMs = 24 * 3_600_000;

describe.each(['SQLite', 'PostgreSQL'])('a clock that is wrong, with %s', (engine) => {
  let it: TestIntake;
  beforeEach(async ({ skip }) => {
    skip(engine === 'PostgreSQL' && !hasPostgres, 'there is no PostgreSQL on this machine');
    const databaseUrl = engine === 'PostgreSQL' ? await cluster?.createDatabase() : undefined;
    it = createTestIntake({ retentionDays: { enquiry: 730, application: 365 }, ...(databaseUrl && { databaseUrl }) });
    await it.housekeeping.run();
    await it.send(applicationForm, multipart(application, { name: 'cv.pdf', bytes: pdf }));
    await it.send(contactForm, multipart({ ...enquiry, website: 'spam' }));
    await it.intake.deliver();
  });
  afterEach(() => it?.close());

  const errors = () => it.lines.filter((line) => line.includes('"level":"error"'));
  const left = async () => ({
    records: (await it.store.list()).map(({ kind }) => kind).sort(),
    resumes: it.list('resumes').length,
    mails: it.list('mail').length,
  });
  const all = { records: ['application', 'enquiry'], resumes: 1, mails: 1 };
  const none = { records: [], resumes: 0, mails: 0 };

  test('by 400 days erases nothing, with one error, until it is confirmed', async () => {
    it.pass(400 * dayMs);
    await it.housekeeping.run();
    await it.housekeeping.run();
    expect(await left()).toEqual(all);
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain('confirm-clock');
    expect(errors()[0]).toContain('"lastKnown":"2026-03-01T09:00:00.000Z"');
    expect(await it.knownTime.confirm()).toMatchObject({ isPlausible: false });
    await it.housekeeping.run();
    expect(await left()).toEqual(none);
  });

  test('erases nothing at the next start either, and goes on when it is right again', async () => {
    it.pass(400 * dayMs);
    for (let starts = 0; starts < 3; starts += 1) {
      await createHousekeeping(it).run();
      it.pass(1000);
    }
    expect(await left()).toEqual(all);
    it.pass(-399 * dayMs);
    await it.housekeeping.run();
    expect(await it.knownTime.read()).toMatchObject({ lastKnown: it.clock.now(), isPlausible: true });
  });

  test('is distinguished from a server that was off for some days', async () => {
    it.pass(4 * dayMs);
    await it.housekeeping.run();
    expect(errors()).toEqual([]);
    it.pass(4 * dayMs + 1);
    await it.housekeeping.run();
    expect(errors()).toHaveLength(1);
  });

  test('does not get in the way of records that come to their age while the server runs', async () => {
    for (let days = 0; days <= 365; days += 4) {
      await it.housekeeping.run();
      it.pass(4 * dayMs);
    }
    await it.housekeeping.run();
    expect(errors()).toEqual([]);
    expect(await left()).toEqual(none);
  });

  test('because it was set back, does not lower the last known time, unless that is confirmed', async () => {
    const { lastKnown } = await it.knownTime.read();
    it.pass(-2 * dayMs);
    await it.housekeeping.run();
    expect(await it.knownTime.read()).toMatchObject({ lastKnown, isPlausible: true });
    it.pass(-3 * dayMs);
    await it.housekeeping.run();
    expect(errors()).toHaveLength(1);
    await it.knownTime.confirm();
    expect(await it.knownTime.read()).toMatchObject({ lastKnown: it.clock.now(), isPlausible: true });
  });

  test('that was known when nothing had been stored yet is of no importance to a new database', async () => {
    const db = await it.database.connect();
    await db.deleteFrom('known_time').execute();
    it.pass(4000 * dayMs);
    expect(await it.knownTime.advance()).toMatchObject({ lastKnown: undefined, isPlausible: true });
    expect(await it.knownTime.read()).toMatchObject({ lastKnown: it.clock.now() });
  });
});
