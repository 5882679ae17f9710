import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportRecord } from '../app/features/submissions/records/export.ts';
import { createFollowUp } from '../app/features/submissions/records/follow-up.ts';
import { createTestSubmissions, pdf, type TestSubmissions } from '../app/features/submissions/submissions.fixture.ts';
import { hasPostgres } from '../app/platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../app/platform/database/shared-postgres.fixture.ts';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';
import { readConfiguration } from '../app/server/config.ts';
import { pinnedNode, root } from '../tests/harness/server.ts';
import { leftTables, moveData, movedTables } from './move-data/move-data.ts';
import { RefusedError } from './terminal/refused-error.ts';

let databaseUrl: string | undefined;
let source: TestSubmissions;
/** The site after the move. */
let target: TestSubmissions | undefined;

describe.runIf(hasPostgres)('an existing site', () => {
  beforeEach(async () => {
    databaseUrl = await createSharedDatabase();
    source = createTestSubmissions({ acknowledge: true });
    await source.enquire(
      { comment: 'Zeile\n\u0001 \u{1f309}' },
      {
        'idempotency-key': 'key',
      },
    );
    const large = Buffer.concat([pdf, Buffer.alloc(600_000, 'résumé')]);
    await source.apply({}, { bytes: large });
    await source.enquire({ email: 'gone@example.org', website: 'spam' });
    await source.erasures.erase('gone@example.org');
    await createFollowUp(source).addNote((await records(source))[0]?.id as string, 'Called');
    const request = await source.privacyRequests.add('access', 'ada@example.org', '2026-02-28');
    await source.privacyRequests.addNote(request.id, 'By post');
    await source.submissions.issueToken('enquiry');
    await source.housekeeping.run();
    const { db } = source.database;
    for (let number = 0; number < 450; number += 1)
      await db
        .insertInto('used_proofs')
        .values({ proof: `proof ${number}`, expires_at: '2027-01-01T00:00:00.000Z' })
        .execute();
  });
  afterEach(async () => {
    await target?.close();
    target = undefined;
    rmSync(source.directory, { recursive: true, force: true });
  });

  const records = async (site: TestSubmissions) => (await site.store.list()).map(exportRecord);
  const stop = () => source.submissions.stop();
  const move = () =>
    moveData(readConfiguration({ DATA_DIR: source.directory, DATABASE_URL: databaseUrl }), { notify: () => {} });
  const openTarget = () => {
    target = createTestSubmissions({ databaseUrl: databaseUrl ?? '', dataDirectory: source.directory });
    return target;
  };

  test('is in PostgreSQL with every record, resume, mail, note, key and erasure', async () => {
    const before = await records(source);
    const resume = await source.readResume((await source.store.list({ kind: 'application' }))[0]);
    const mails = [...(await source.store.mailOf(before.map(({ id }) => String(id)))).entries()];
    const token = await source.submissions.issueToken('enquiry');
    await stop();
    expect(await move()).toMatchObject({
      rows: {
        submissions: 2,
        idempotency_answers: 1,
        submission_notes: 1,
        privacy_requests: 1,
        privacy_request_notes: 1,
        used_proofs: 450,
        secrets: 1,
      },
      resumes: 1,
      resumeBytes: resume.length,
      erasures: 1,
      faults: [],
    });
    const moved = openTarget();
    expect(await records(moved)).toEqual(before);
    expect([...(await moved.store.mailOf(before.map(({ id }) => String(id)))).entries()]).toEqual(mails);
    const [record] = await moved.store.list({ kind: 'application' });
    expect((await moved.readResume(record)).equals(resume)).toBe(true);
    expect(await moved.submissions.issueToken('enquiry')).toEqual(token);
    const [request] = await moved.privacyRequests.list({ email: 'ada@example.org' });
    expect(request).toMatchObject({ kind: 'access', due: '2026-03-28' });
    expect(await moved.privacyRequests.notesOf(request?.id ?? '')).toMatchObject([{ text: 'By post' }]);
    await moved.runHousekeeping();
    expect((await moved.readResume(record)).equals(resume)).toBe(true);
    expect(moved.list('resumes')).toEqual([]);
    expect(moved.lines.join('')).not.toMatch(/missing|carried out again/u);
  });

  test('is not moved while it runs, and the target stays empty', async () => {
    await expect(move()).rejects.toThrow('is in use; stop the site');
    await stop();
    expect((await move()).rows.submissions).toBe(2);
    await expect(move()).rejects.toThrow('DATABASE_URL is not empty: submissions has rows');
  });

  test('of an earlier version is migrated in the target only', async () => {
    const schema = () => {
      using database = new DatabaseSync(join(source.directory, 'intake.sqlite'), { readOnly: true });
      return database.prepare('SELECT sql FROM sqlite_master').all();
    };
    await stop();
    {
      using database = new DatabaseSync(join(source.directory, 'intake.sqlite'));
      database.exec("DROP TABLE cdn_purge; DELETE FROM migrations WHERE name = '0013-purge.sql'");
    }
    const earlier = schema();
    expect((await move()).rows.submissions).toBe(2);
    expect(schema()).toEqual(earlier);
    expect(await openTarget().store.count()).toBe(2);
  });

  test('with a missing or altered resume is moved, and the fault is reported', async () => {
    const [file = ''] = source.list('resumes');
    const [{ id } = { id: '' }] = await source.store.list({ kind: 'application' });
    appendFileSync(join(source.directory, 'resumes', file), 'x');
    await stop();
    expect(await move()).toMatchObject({
      resumes: 1,
      faults: [`The resume of ${id} differs from the upload: resumes/${file}`],
    });
    databaseUrl = await createSharedDatabase();
    rmSync(join(source.directory, 'resumes', file));
    const { status, stdout, stderr } = spawnSync(pinnedNode, ['commands/move-data.ts', 'sqlite', 'postgres'], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: source.directory, DATABASE_URL: databaseUrl },
    });
    expect(status).toBe(1);
    expect(stderr).toContain(`The resume of ${id} is missing: resumes/${file}\n`);
    expect(stdout).toContain(
      'Moved: 2 records, 0 resumes (0.0 MB), 1 erasure. All of this was read back and is the same in both.\nNot as uploaded: 1 resume, named above.\n',
    );
  });

  test('with data that PostgreSQL refuses is not moved at all', async () => {
    await stop();
    using database = new DatabaseSync(join(source.directory, 'intake.sqlite'));
    database.prepare("UPDATE submission_notes SET text = 'a' || char(0)").run();
    database.close();
    await expect(move()).rejects.toThrow(/^PostgreSQL refuses rows of submission_notes: .*Nothing was moved$/u);
    expect(await openTarget().store.count()).toBe(0);
  });

  test('has no table that the move omits', async () => {
    await stop();
    using database = new DatabaseSync(join(source.directory, 'intake.sqlite'), { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    expect(tables.map(({ name }) => name).sort()).toEqual([...movedTables, ...leftTables].sort());
  });
});

test('reports a missing target or source', async () => {
  const move = (environment: Record<string, string>) => moveData(readConfiguration(environment), { notify: () => {} });
  await expect(move({ DATA_DIR: '/tmp/nowhere' })).rejects.toThrow('DATABASE_URL is unset');
  await expect(move({ DATA_DIR: '/tmp/nowhere', DATABASE_URL: 'postgres://127.0.0.1:1/none' })).rejects.toThrow(
    'There is no database /tmp/nowhere/intake.sqlite',
  );
});

test('refuses a file that is not a database of the site', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'intake.sqlite');
  const move = () =>
    moveData(readConfiguration({ DATA_DIR: directory, DATABASE_URL: 'postgres://127.0.0.1:1/none' }), {
      notify: () => {},
    });
  writeFileSync(file, 'a text');
  await expect(move()).rejects.toThrow(
    'cannot be used as the database of the site: file is not a database. Set DATA_DIR',
  );
  writeFileSync(file, '');
  await expect(move()).rejects.toThrow(RefusedError);
});
