import { createHmac, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasPostgres, type PostgresCluster, startPostgres } from '../../../platform/database/postgres.fixture.ts';
import { createEmlMailer } from '../../../platform/mail/eml-directory.ts';
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
import { createErasures } from './erasures.ts';

let cluster: PostgresCluster | undefined;
beforeAll(async () => {
  if (hasPostgres) cluster = await startPostgres();
});
afterAll(() => cluster?.remove());

const dayMs = 24 * 3_600_000;
const kept = { enquiry: 730, application: 365 };

describe.each(['SQLite', 'PostgreSQL'])('an erasure, with %s', (engine) => {
  let it: TestIntake;
  let dataDirectory: string;
  let databaseUrl: string | undefined;
  const start = () =>
    createTestIntake({
      acknowledge: true,
      retentionDays: kept,
      dataDirectory,
      ...(databaseUrl ? { databaseUrl } : {}),
    });
  beforeEach(async ({ skip }) => {
    skip(engine === 'PostgreSQL' && !hasPostgres, 'there is no PostgreSQL on this machine');
    dataDirectory = mkdtempSync(join(tmpdir(), 'erasures-'));
    databaseUrl = engine === 'PostgreSQL' ? await cluster?.createDatabase() : undefined;
    it = start();
  });
  afterEach(async () => {
    await it?.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  const write = (email: string) => it.send(contactForm, multipart({ ...enquiry, email }));
  const apply = (email: string) =>
    it.send(applicationForm, multipart({ ...application, email }, { name: 'cv.pdf', bytes: pdf }));
  const entries = () => it.list('erasures').map((name) => readFileSync(join(it.directory, 'erasures', name), 'utf8'));

  /** The state of a backup that knows of no erasure yet, and a process that starts on it. */
  const restore = async (records: Awaited<ReturnType<TestIntake['store']['list']>>) => {
    const elapsed = it.clock.now().getTime();
    await it.close();
    it = start();
    it.pass(elapsed - it.clock.now().getTime());
    for (const record of records) await it.store.accept(record, ['hello@example.com']);
    await (await it.database.connect()).deleteFrom('erasures').execute();
  };

  test('removes records, resumes, mails and what was begun of one, and leaves others alone', async () => {
    await write('Ada@Example.org');
    await apply('ada@example.ORG');
    await write('other@example.org');
    await it.intake.deliver();
    // Two notifications and an acknowledgement; the second acknowledgement would have come within the hour.
    expect(it.list('mail')).toHaveLength(5);
    const [mail = ''] = [
      ...(await it.store.mailOf((await it.store.ofEmail('ada@example.org')).map(({ id }) => id))).values(),
    ]
      .flat()
      .map(({ id }) => id);
    writeFileSync(join(it.directory, 'mail', `${mail}.eml.4711.part`), 'Ada');
    expect(await it.erasures.erase(' ADA@example.org')).toEqual({ records: 2, resumes: 1, mails: 3 });
    expect((await it.store.list()).map(({ fields }) => fields.email)).toEqual(['other@example.org']);
    expect(it.list('mail')).toHaveLength(2);
    expect(it.list('resumes')).toEqual([]);
    expect(await it.erasures.erase('ada@example.org')).toEqual({ records: 0, resumes: 0, mails: 0 });
  });

  test.each([
    ['in any case', 'ÄDA@EXAMPLE.ORG', 'äda@example.org'],
    ['in either form of Unicode', 'a\u0308da@example.org', 'äda@example.org'],
    ['whose domain was sent in Punycode', 'ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['whose domain is given in Punycode', 'ada@XN--bcher-kva.example', 'ada@bücher.example'],
    ['whose domain was sent in other letters of the same', 'ada@bücher.example', 'ada@ｂücher.example'],
    ['whose domain can be none', 'ada@xn--ü.example', 'ADA@xn--ü.example'],
  ])('finds an address %s', async (_, given, sent) => {
    await it.store.accept(
      {
        id: '20260301-0123456789',
        kind: 'enquiry',
        status: 'received',
        receivedAt: it.clock.now().toISOString(),
        fields: { ...enquiry, email: sent },
        resume: undefined,
      },
      [],
    );
    expect(await it.erasures.erase(given)).toMatchObject({ records: 1 });
  });

  test('holds after a backup is restored: nothing is mailed of it, and it is removed again', async () => {
    await write('ada@example.org');
    await write('other@example.org');
    const backup = await it.store.list();
    await it.erasures.erase('ada@example.org');
    await it.erasures.erase('other@example.org');
    it.pass(dayMs);
    await write('Ada@example.org');
    await it.intake.deliver();
    const since = await it.store.list();
    await restore(backup);
    expect(await it.store.list()).toHaveLength(3);
    it.intake.start();
    await it.intake.deliver();
    // The one of since then is the visitor's wish.
    expect(await it.store.list()).toEqual(since);
    expect(it.list('mail')).toHaveLength(2);
    expect(it.lines.filter((line) => line.includes('carried out again'))).toHaveLength(1);
    expect(it.lines.join('')).toContain('"erasures":2,"records":2');
    await it.runHousekeeping();
    expect(it.lines.filter((line) => line.includes('carried out again'))).toHaveLength(1);
  });

  test('holds after a backup replaces the database of a running server: nothing is mailed of it', async ({ skip }) => {
    skip(engine === 'PostgreSQL', 'its database is no file that could be replaced');
    const file = join(it.directory, 'intake.sqlite');
    await it.intake.deliver();
    await write('ada@example.org');
    await it.database.purge();
    copyFileSync(file, `${file}.backup`);
    await it.erasures.erase('ada@example.org');
    for (const name of ['intake.sqlite-wal', 'intake.sqlite-shm']) rmSync(join(it.directory, name));
    renameSync(`${file}.backup`, file);
    // Finds that the file is another one, and opens it at the next attempt.
    await it.intake.deliver();
    await it.intake.deliver();
    expect(it.lines.join('')).toContain('was moved, replaced or deleted while it was open');
    expect(it.list('mail')).toEqual([]);
    expect(await it.store.list()).toEqual([]);
  });

  test('is repeated when it is asked for, known or not', async () => {
    await write('ada@example.org');
    const backup = await it.store.list();
    await it.erasures.erase('ada@example.org');
    for (const record of backup) await it.store.accept(record, []);
    await it.runHousekeeping();
    expect(await it.store.list()).toHaveLength(1);
    expect(await it.erasures.repeatAll()).toMatchObject({ erasures: 1, records: 1, resumes: 0 });
    expect(await it.store.list()).toEqual([]);
  });

  test('of a domain in letters is one of its Punycode, also where record and entry are of an older version', async () => {
    const [inLetters, inPunycode] = ['ada@bücher.example', 'ada@xn--bcher-kva.example'];
    const connect = () => it.database.connect();
    const letOlder = async (email: string) => {
      await (await connect()).updateTable('submissions').set({ email }).execute();
    };
    await write(inLetters);
    const [record] = await it.store.list();
    await letOlder(inLetters);
    expect(await it.erasures.erase(inPunycode)).toMatchObject({ records: 1 });

    const salt = 'c2FsdA==';
    const entry = (spelling: string) => ({
      erased_at: it.clock.now().toISOString(),
      salt,
      address: createHmac('sha256', Buffer.from(salt, 'base64')).update(spelling).digest('hex'),
    });
    for (const erased of [inLetters, inPunycode]) {
      for (const name of it.list('erasures')) rmSync(join(it.directory, 'erasures', name));
      writeFileSync(join(it.directory, 'erasures', `${randomUUID()}.json`), JSON.stringify(entry(erased)));
      for (const sent of [inLetters, inPunycode]) {
        if (record) await it.store.accept({ ...record, fields: { ...record.fields, email: sent } }, []);
        await letOlder(sent);
        expect(await it.erasures.repeatAll()).toMatchObject({ erasures: 1, records: 1 });
      }
    }
  });

  test('that a process died over is completed', async () => {
    await write('ada@example.org');
    const store = { ...it.store, remove: () => Promise.reject(new Error('killed')) };
    await expect(createErasures({ ...it, store }).erase('ada@example.org')).rejects.toThrow('killed');
    expect(await it.store.list()).toHaveLength(1);
    await it.runHousekeeping();
    expect(await it.store.list()).toEqual([]);
  });

  test('is on the ledger before anything is removed', async () => {
    await write('ada@example.org');
    // A file where the directory should be.
    writeFileSync(join(it.directory, 'erasures'), '');
    await expect(it.erasures.erase('ada@example.org')).rejects.toThrow();
    expect(await it.store.list()).toHaveLength(1);
    rmSync(join(it.directory, 'erasures'));
  });

  test('is kept without the address, and twice of one has nothing in common', async () => {
    await it.erasures.erase('ada@example.org');
    await it.erasures.erase('ada@example.org');
    expect(entries().join('')).not.toMatch(/ada@|@example/iu);
    const digests = entries().map((entry) => JSON.parse(entry).address);
    expect(new Set(digests).size).toBe(2);
  });

  test('is forgotten when everything from before it would be removed anyway', async () => {
    await it.erasures.erase('ada@example.org');
    it.pass(730 * dayMs);
    await it.runHousekeeping();
    expect(entries()).toHaveLength(1);
    it.pass(1);
    await it.runHousekeeping();
    expect(entries()).toEqual([]);
  });

  test('whose entry is spoiled is told of until it is mended, and holds up no other', async () => {
    await write('ada@example.org');
    const backup = await it.store.list();
    await it.erasures.erase('ada@example.org');
    await restore(backup);
    writeFileSync(join(it.directory, 'erasures', 'spoiled.json'), '{"erased_at":');
    await it.runHousekeeping();
    await it.runHousekeeping();
    expect(await it.store.list()).toEqual([]);
    expect(it.lines.filter((line) => line.includes('"erasure":"spoiled"'))).toHaveLength(2);
  });
});

test('requests have their turn while addresses are compared with a long ledger', async () => {
  const it = createTestIntake();
  mkdirSync(join(it.directory, 'erasures'));
  const entry = { erased_at: it.clock.now().toISOString(), salt: 'c2FsdA==', address: '0'.repeat(64) };
  for (let erasure = 0; erasure < 1000; erasure += 1)
    writeFileSync(join(it.directory, 'erasures', `${randomUUID()}.json`), JSON.stringify(entry));
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurns);
  };
  const turnsOfComparison: number[] = [];
  const store = {
    ...it.store,
    async *addresses() {
      const before = turns;
      yield ['ada@example.org'];
      turnsOfComparison.push(turns - before);
    },
  };
  countTurns();
  expect(await createErasures({ ...it, store }).repeatAll()).toMatchObject({ erasures: 1000, records: 0 });
  isDone = true;
  expect(turnsOfComparison[0]).toBeGreaterThanOrEqual(4);
  await it.close();
});

test('a mail file that is written while its record is erased does not stay', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'intake-'));
  const { send, close } = createEmlMailer(join(directory, 'mail'));
  const arrived = Promise.withResolvers<void>();
  const erased = Promise.withResolvers<void>();
  const it = createTestIntake({
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
  await it.send(contactForm, multipart(enquiry));
  await arrived.promise;
  expect(await it.erasures.erase(enquiry.email)).toMatchObject({ records: 1, mails: 1 });
  erased.resolve();
  await it.intake.deliver();
  expect(readdirSync(join(directory, 'mail'))).toEqual([]);
  await it.close();
  rmSync(directory, { recursive: true });
});
