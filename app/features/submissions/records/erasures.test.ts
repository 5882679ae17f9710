import { createHmac, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeEachEngine } from '../../../platform/database/each-engine.fixture.ts';
import { temporaryDirectory } from '../../../platform/files/temporary-directory.fixture.ts';
import { createEmlMailer } from '../../../platform/mail/eml-directory.ts';
import { createTestSubmissions, enquiry, type TestSubmissions } from '../submissions.fixture.ts';

const dayMs = 24 * 3_600_000;
const retentionDays = { enquiry: 730, application: 365 };

describeEachEngine('an erasure, with %s', (databaseUrlOfTest) => {
  let harness: TestSubmissions;
  let dataDirectory: string;
  let databaseUrl: string | undefined;
  const start = () =>
    createTestSubmissions({
      acknowledge: true,
      retentionDays,
      dataDirectory,
      ...(databaseUrl ? { databaseUrl } : {}),
    });
  beforeEach(async () => {
    dataDirectory = temporaryDirectory();
    databaseUrl = databaseUrlOfTest();
    harness = start();
  });
  afterEach(() => harness?.close());

  const entries = () =>
    harness.list('erasures').map((name) => readFileSync(join(harness.directory, 'erasures', name), 'utf8'));

  /** Restores a backup from before any erasure and starts a process on it. */
  const restore = async (records: Awaited<ReturnType<TestSubmissions['store']['list']>>) => {
    const elapsed = harness.clock.now().getTime();
    await harness.close();
    harness = start();
    harness.pass(elapsed - harness.clock.now().getTime());
    for (const record of records) await harness.store.accept(record, ['hello@example.com']);
    await harness.database.db.deleteFrom('erasures').execute();
  };

  test('removes records, resumes, mails and partial mail files, and leaves others unchanged', async () => {
    await harness.enquire({ email: 'Ada@Example.org' });
    await harness.apply({ email: 'ada@example.ORG' });
    await harness.enquire({ email: 'other@example.org' });
    await harness.submissions.deliver();
    // Two notifications and an acknowledgement; the second acknowledgement would have come within the hour.
    expect(harness.list('mail')).toHaveLength(5);
    const [mail = ''] = [
      ...(await harness.store.mailOf((await harness.store.ofEmail('ada@example.org')).map(({ id }) => id))).values(),
    ]
      .flat()
      .map(({ id }) => id);
    writeFileSync(join(harness.directory, 'mail', `${mail}.eml.4711.part`), 'Ada');
    expect(await harness.erasures.erase(' ADA@example.org')).toEqual({ records: 2, resumes: 1, mails: 3 });
    expect((await harness.store.list()).map(({ fields }) => fields.email)).toEqual(['other@example.org']);
    expect(harness.list('mail')).toHaveLength(2);
    expect(harness.list('resumes')).toEqual([]);
    expect(await harness.erasures.erase('ada@example.org')).toEqual({ records: 0, resumes: 0, mails: 0 });
  });

  test.each([
    ['in any case', 'ÄDA@EXAMPLE.ORG', 'äda@example.org'],
    ['in either form of Unicode', 'a\u0308da@example.org', 'äda@example.org'],
    ['whose domain was sent in Punycode', 'ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['whose domain is given in Punycode', 'ada@XN--bcher-kva.example', 'ada@bücher.example'],
    ['whose domain was sent in other letters of the same', 'ada@bücher.example', 'ada@ｂücher.example'],
    ['whose domain can be none', 'ada@xn--ü.example', 'ADA@xn--ü.example'],
  ])('finds an address %s', async (_, given, sent) => {
    await harness.store.accept(
      {
        id: '20260301-0123456789',
        kind: 'enquiry',
        status: 'received',
        receivedAt: harness.clock.now().toISOString(),
        fields: { ...enquiry, email: sent },
        resume: undefined,
      },
      [],
    );
    expect(await harness.erasures.erase(given)).toMatchObject({ records: 1 });
  });

  test('is repeated after a backup is restored, and nothing is mailed', async () => {
    await harness.enquire({ email: 'ada@example.org' });
    await harness.enquire({ email: 'other@example.org' });
    const backup = await harness.store.list();
    await harness.erasures.erase('ada@example.org');
    await harness.erasures.erase('other@example.org');
    harness.pass(dayMs);
    await harness.enquire({ email: 'Ada@example.org' });
    await harness.submissions.deliver();
    const since = await harness.store.list();
    await restore(backup);
    expect(await harness.store.list()).toHaveLength(3);
    harness.submissions.start();
    await harness.submissions.deliver();
    // The erasure does not cover the later submission.
    expect(await harness.store.list()).toEqual(since);
    expect(harness.list('mail')).toHaveLength(2);
    expect(harness.lines.filter((line) => line.includes('carried out again'))).toHaveLength(1);
    expect(harness.lines.join('')).toContain('"erasures":2,"records":2');
    await harness.runHousekeeping();
    expect(harness.lines.filter((line) => line.includes('carried out again'))).toHaveLength(1);
  });

  test('is repeated after a backup replaces the database of a running server, and nothing is mailed', async ({
    skip,
  }) => {
    skip(databaseUrl !== undefined, 'its database is no file that could be replaced');
    const file = join(harness.directory, 'intake.sqlite');
    await harness.submissions.deliver();
    await harness.enquire({ email: 'ada@example.org' });
    await harness.database.purge();
    copyFileSync(file, `${file}.backup`);
    await harness.erasures.erase('ada@example.org');
    for (const name of ['intake.sqlite-wal', 'intake.sqlite-shm']) rmSync(join(harness.directory, name));
    renameSync(`${file}.backup`, file);
    // Notices the replaced file and opens it at the next attempt.
    await harness.submissions.deliver();
    await harness.submissions.deliver();
    expect(harness.lines.join('')).toContain('was moved, replaced or deleted while it was open');
    expect(harness.list('mail')).toEqual([]);
    expect(await harness.store.list()).toEqual([]);
  });

  test('is repeated on request, known or not', async () => {
    await harness.enquire({ email: 'ada@example.org' });
    const backup = await harness.store.list();
    await harness.erasures.erase('ada@example.org');
    for (const record of backup) await harness.store.accept(record, []);
    await harness.runHousekeeping();
    expect(await harness.store.list()).toHaveLength(1);
    expect(await harness.erasures.repeatAll()).toMatchObject({ erasures: 1, records: 1, resumes: 0 });
    expect(await harness.store.list()).toEqual([]);
  });

  test('of a domain in Unicode covers its Punycode, also for records and entries of an older version', async () => {
    const [inLetters, inPunycode] = ['ada@bücher.example', 'ada@xn--bcher-kva.example'];
    const letOlder = async (email: string) => {
      await harness.database.db.updateTable('submissions').set({ email }).execute();
    };
    await harness.enquire({ email: inLetters });
    const [record] = await harness.store.list();
    await letOlder(inLetters);
    expect(await harness.erasures.erase(inPunycode)).toMatchObject({ records: 1 });

    const salt = 'c2FsdA==';
    const entry = (spelling: string) => ({
      erased_at: harness.clock.now().toISOString(),
      salt,
      address: createHmac('sha256', Buffer.from(salt, 'base64')).update(spelling).digest('hex'),
    });
    for (const erased of [inLetters, inPunycode]) {
      for (const name of await harness.ledger.names()) await harness.ledger.remove(name);
      await harness.ledger.add(randomUUID(), JSON.stringify(entry(erased)));
      for (const sent of [inLetters, inPunycode]) {
        if (record) await harness.store.accept({ ...record, fields: { ...record.fields, email: sent } }, []);
        await letOlder(sent);
        expect(await harness.erasures.repeatAll()).toMatchObject({ erasures: 1, records: 1 });
      }
    }
  });

  test('that a crash interrupted is completed', async () => {
    await harness.enquire({ email: 'ada@example.org' });
    vi.spyOn(harness.store, 'remove').mockRejectedValueOnce(new Error('killed'));
    await expect(harness.erasures.erase('ada@example.org')).rejects.toThrow('killed');
    expect(await harness.store.list()).toHaveLength(1);
    await harness.runHousekeeping();
    expect(await harness.store.list()).toEqual([]);
  });

  test('is in the ledger before anything is removed', async () => {
    await harness.enquire({ email: 'ada@example.org' });
    // A file where the directory should be.
    writeFileSync(join(harness.directory, 'erasures'), '');
    await expect(harness.erasures.erase('ada@example.org')).rejects.toThrow();
    expect(await harness.store.list()).toHaveLength(1);
    rmSync(join(harness.directory, 'erasures'));
  });

  test('is stored without the address, and two erasures of one address cannot be linked', async () => {
    await harness.erasures.erase('ada@example.org');
    await harness.erasures.erase('ada@example.org');
    expect(entries().join('')).not.toMatch(/ada@|@example/iu);
    const digests = entries().map((entry) => JSON.parse(entry).address);
    expect(new Set(digests).size).toBe(2);
  });

  test('is removed when all earlier records are past their retention', async () => {
    await harness.erasures.erase('ada@example.org');
    harness.pass(730 * dayMs);
    await harness.runHousekeeping();
    expect(entries()).toHaveLength(1);
    harness.pass(1);
    await harness.runHousekeeping();
    expect(entries()).toEqual([]);
  });

  test('is forgotten by each instance, none of which carries it out again', async ({ skip }) => {
    skip(databaseUrl === undefined, 'SQLite has one instance');
    await harness.erasures.erase('ada@example.org');
    await using other = createTestSubmissions({ databaseUrl: databaseUrl ?? '', retentionDays });
    await other.runHousekeeping();
    expect(other.list('erasures')).toHaveLength(1);
    for (const instance of [harness, other]) {
      instance.pass(730 * dayMs + 1);
      await instance.runHousekeeping();
      expect(instance.list('erasures')).toEqual([]);
    }
    expect(await harness.ledger.names()).toEqual([]);
    expect(other.lines.join('')).not.toContain('carried out again');
  });

  test('with a damaged entry is logged until it is repaired, and does not delay others', async () => {
    await harness.enquire({ email: 'ada@example.org' });
    const backup = await harness.store.list();
    await harness.erasures.erase('ada@example.org');
    await restore(backup);
    writeFileSync(join(harness.directory, 'erasures', 'spoiled.json'), '{"erased_at":');
    await harness.runHousekeeping();
    await harness.runHousekeeping();
    expect(await harness.store.list()).toEqual([]);
    expect(harness.lines.filter((line) => line.includes('"erasure":"spoiled"'))).toHaveLength(2);
  });
});

test('a separate thread compares addresses with a long ledger, so that requests are served meanwhile', async () => {
  await using harness = createTestSubmissions();
  mkdirSync(join(harness.directory, 'erasures'));
  const entry = { erased_at: harness.clock.now().toISOString(), salt: 'c2FsdA==', address: '0'.repeat(64) };
  for (let erasure = 0; erasure < 100; erasure += 1)
    writeFileSync(join(harness.directory, 'erasures', `${randomUUID()}.json`), JSON.stringify(entry));
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurns);
  };
  vi.spyOn(harness.store, 'addresses').mockImplementation(async function* () {
    countTurns();
    yield ['ada@example.org'];
    isDone = true;
  });
  expect(await harness.erasures.repeatAll()).toMatchObject({ erasures: 100, records: 0 });
  // Starting the thread alone takes thousands of turns.
  expect(turns).toBeGreaterThan(50);
});

test('removes a mail file that is written while its record is erased', async () => {
  const directory = temporaryDirectory();
  const { send, close } = createEmlMailer(join(directory, 'mail'));
  const arrived = Promise.withResolvers<void>();
  const erased = Promise.withResolvers<void>();
  await using harness = createTestSubmissions({
    dataDirectory: directory,
    mailer: {
      close,
      async send(mail) {
        arrived.resolve();
        await erased.promise;
        await send(mail);
      },
    },
  });
  await harness.enquire();
  await arrived.promise;
  expect(await harness.erasures.erase(enquiry.email)).toMatchObject({ records: 1, mails: 1 });
  erased.resolve();
  await harness.submissions.deliver();
  expect(readdirSync(join(directory, 'mail'))).toEqual([]);
});
