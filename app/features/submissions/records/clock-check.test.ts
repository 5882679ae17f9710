import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachEngine } from '../../../platform/database/each-engine.fixture.ts';
import { createTestSubmissions, type TestSubmissions } from '../submissions.fixture.ts';
import { createHousekeeping } from './housekeeping.ts';

// One start with a wrong clock must not erase records years before their time.

const dayMs = 24 * 3_600_000;

describeEachEngine('a clock that is wrong, with %s', (databaseUrlOfTest) => {
  let harness: TestSubmissions;
  beforeEach(async () => {
    const databaseUrl = databaseUrlOfTest();
    harness = createTestSubmissions({
      retentionDays: { enquiry: 730, application: 365 },
      ...(databaseUrl && { databaseUrl }),
    });
    await harness.housekeeping.run();
    await harness.apply();
    await harness.enquire({ website: 'spam' });
    await harness.submissions.deliver();
  });
  afterEach(() => harness?.close());

  const errors = () => harness.lines.filter((line) => line.includes('"level":"error"'));
  const left = async () => ({
    records: (await harness.store.list()).map(({ kind }) => kind).sort(),
    resumes: (await harness.files.list()).size,
    mails: harness.list('mail').length,
  });
  const all = { records: ['application', 'enquiry'], resumes: 1, mails: 1 };
  const none = { records: [], resumes: 0, mails: 0 };

  test('by 400 days erases nothing, with one error, until it is confirmed', async () => {
    harness.pass(400 * dayMs);
    await harness.housekeeping.run();
    await harness.housekeeping.run();
    expect(await left()).toEqual(all);
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain('confirm-clock');
    expect(errors()[0]).toContain('"lastKnown":"2026-03-01T09:00:00.000Z"');
    expect(await harness.clockCheck.confirm()).toMatchObject({ isPlausible: false });
    await harness.housekeeping.run();
    expect(await left()).toEqual(none);
  });

  test('erases nothing at the next start either, and erases again once it is right', async () => {
    harness.pass(400 * dayMs);
    for (let starts = 0; starts < 3; starts += 1) {
      await createHousekeeping(harness).run();
      harness.pass(1000);
    }
    expect(await left()).toEqual(all);
    harness.pass(-399 * dayMs);
    await harness.housekeeping.run();
    expect(await harness.clockCheck.read()).toMatchObject({ lastKnown: harness.clock.now(), isPlausible: true });
  });

  test('is distinguished from a server that was off for some days', async () => {
    harness.pass(4 * dayMs);
    await harness.housekeeping.run();
    expect(errors()).toEqual([]);
    harness.pass(4 * dayMs + 1);
    await harness.housekeeping.run();
    expect(errors()).toHaveLength(1);
  });

  test('does not affect records that reach their retention while the server runs', async () => {
    for (let days = 0; days <= 365; days += 4) {
      await harness.housekeeping.run();
      harness.pass(4 * dayMs);
    }
    await harness.housekeeping.run();
    expect(errors()).toEqual([]);
    expect(await left()).toEqual(none);
  });

  test('because it was set back, does not lower the last known time, unless that is confirmed', async () => {
    const { lastKnown } = await harness.clockCheck.read();
    harness.pass(-2 * dayMs);
    await harness.housekeeping.run();
    expect(await harness.clockCheck.read()).toMatchObject({ lastKnown, isPlausible: true });
    harness.pass(-3 * dayMs);
    await harness.housekeeping.run();
    expect(errors()).toHaveLength(1);
    await harness.clockCheck.confirm();
    expect(await harness.clockCheck.read()).toMatchObject({ lastKnown: harness.clock.now(), isPlausible: true });
  });

  test('does not matter to a new database', async () => {
    const { db } = harness.database;
    await db.deleteFrom('known_time').execute();
    harness.pass(4000 * dayMs);
    expect(await harness.clockCheck.advance()).toMatchObject({ lastKnown: undefined, isPlausible: true });
    expect(await harness.clockCheck.read()).toMatchObject({ lastKnown: harness.clock.now() });
  });
});
