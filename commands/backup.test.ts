import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createContentStatusStore } from '../app/content/status/status-store.ts';
import { createTestSubmissions, type TestSubmissions } from '../app/features/submissions/submissions.fixture.ts';
import { hasPostgres } from '../app/platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../app/platform/database/shared-postgres.fixture.ts';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../app/platform/http/free-port.fixture.ts';
import { readConfiguration } from '../app/server/config.ts';
import { readFolder } from './backup/command-line.ts';
import { createPostgresEngine } from './backup/postgres-engine.ts';
import { runBackup } from './backup/run-backup.ts';
import { runRestore } from './backup/run-restore.ts';
import { UsageError } from './terminal/command-line.ts';

let harness: TestSubmissions;
/** Contains the backup, and the data directory of the restore. */
let folder: string;
let port: number;
let notified: string[];

const backupFolder = () => join(folder, 'backup');
const restored = () => join(folder, 'data');
const configured = (dataDirectory: string) => readConfiguration({ DATA_DIR: dataDirectory, PORT: String(port) });
const backup = (dataDirectory = harness.directory, to = backupFolder()) =>
  runBackup(to, configured(dataDirectory), harness.clock);
const restoreWithFaults = (ledger?: string) =>
  runRestore({ from: backupFolder(), ledger }, configured(restored()), {
    clock: harness.clock,
    notify: (line) => notified.push(line),
  });
const restore = (ledger?: string) => restoreWithFaults(ledger).then(({ text }) => text);
const readManifest = () => JSON.parse(readFileSync(join(backupFolder(), 'manifest.json'), 'utf8'));
const writeManifest = (manifest: unknown) =>
  writeFileSync(join(backupFolder(), 'manifest.json'), JSON.stringify(manifest));

/** Returns the e-mail addresses of all records in a data directory, and its files. */
function contentsOf(dataDirectory: string) {
  using database = new DatabaseSync(join(dataDirectory, 'intake.sqlite'));
  const emails = database.prepare('SELECT email FROM submissions ORDER BY email').all();
  const count = (name: string) =>
    (existsSync(join(dataDirectory, name)) ? readdirSync(join(dataDirectory, name)) : []).length;
  return {
    emails: emails.map(({ email }) => email),
    resumes: count('resumes'),
    mails: count('mail'),
    erasures: count('erasures'),
  };
}

beforeEach(async () => {
  folder = temporaryDirectory();
  port = await freePort();
  notified = [];
  harness = createTestSubmissions();
  await harness.enquire({ email: 'ada@example.org' });
  await harness.apply({ email: 'ben@example.org' });
  await harness.submissions.deliver();
});
afterEach(() => harness.close());

test('a backup contains records, resumes, mail files and erasures, but no cache, and only its owner can read it', async () => {
  await harness.erasures.erase('nobody@example.org');
  mkdirSync(join(harness.directory, 'images'));
  writeFileSync(join(harness.directory, 'images', 'cached.webp'), 'cached');
  mkdirSync(join(harness.directory, 'slugs'));
  writeFileSync(join(harness.directory, 'slugs', 'slugs.json'), '[[1,["old","new"]]]');
  mkdirSync(join(harness.directory, 'prepared'));
  writeFileSync(join(harness.directory, 'prepared', 'documents.sqlite'), 'cached');
  // The file of an upload in progress.
  mkdirSync(join(harness.directory, 'incoming'), { recursive: true });
  writeFileSync(join(harness.directory, 'incoming', 'partial'), 'partial');

  const { text, faults } = await backup();
  expect(text).toContain('2 records, 1 resume, 2 mail files, 1 erasure');
  expect(faults).toEqual([]);
  expect(readdirSync(backupFolder()).sort()).toEqual([
    'erasures',
    'intake.sqlite',
    'mail',
    'manifest.json',
    'resumes',
    'slugs',
  ]);
  expect(statSync(backupFolder()).mode & 0o077).toBe(0);
  expect(statSync(join(backupFolder(), 'manifest.json')).mode & 0o077).toBe(0);
  expect(statSync(join(backupFolder(), 'intake.sqlite')).mode & 0o077).toBe(0);

  expect(await restoreWithFaults()).toMatchObject({
    text: expect.stringContaining('2 records, 1 resume, 2 mail files, 1 erasure'),
    faults: [],
  });
  expect(readFileSync(join(restored(), 'slugs', 'slugs.json'), 'utf8')).toBe('[[1,["old","new"]]]');
  expect(contentsOf(restored())).toEqual({
    emails: ['ada@example.org', 'ben@example.org'],
    resumes: 1,
    mails: 2,
    erasures: 1,
  });
  expect(notified).toEqual([]);
});

test('people erased since the backup stay erased, with the ledger of the lost data directory', async () => {
  await backup();
  await harness.erasures.erase('BEN@example.org');
  const text = await restore(join(harness.directory, 'erasures'));
  expect(text).toContain('1 erasure since the backup');
  expect(text).toContain('The erasures removed 1 record, 1 resume, 1 mail.');
  expect(contentsOf(restored())).toEqual({ emails: ['ada@example.org'], resumes: 0, mails: 1, erasures: 1 });
});

test('people erased since the backup stay erased, with a ledger that stayed in the data directory', async () => {
  await backup();
  await harness.erasures.erase('ben@example.org');
  mkdirSync(join(restored(), 'erasures'), { recursive: true });
  const [name = ''] = readdirSync(join(harness.directory, 'erasures'));
  writeFileSync(join(restored(), 'erasures', name), readFileSync(join(harness.directory, 'erasures', name)));
  expect(await restore()).toContain('1 erasure since the backup');
  expect(contentsOf(restored())).toMatchObject({ emails: ['ada@example.org'], erasures: 1 });
});

test('servers of the backup do not count as running after a restore', async () => {
  const live = { version: 'one', since: harness.clock.now() };
  const statuses = createContentStatusStore({ database: harness.database, clock: harness.clock });
  await statuses.report({ name: 'backed-up', live, refused: undefined }, { webmaster: undefined, isSettled: true });
  await backup();
  await restore();
  using database = new DatabaseSync(join(restored(), 'intake.sqlite'));
  expect(database.prepare('SELECT name FROM content_instances').all()).toEqual([]);
});

test('a restore without a later ledger reports the consequences; an older backup requires confirming the clock', async () => {
  await harness.housekeeping.run();
  await backup();
  harness.pass(4 * 24 * 3_600_000);
  expect(await restore()).not.toContain('confirm-clock');
  rmSync(restored(), { recursive: true });
  harness.pass(1);
  const text = await restore();
  expect(text).toContain('no ledger contains a later one');
  expect(text).toContain('confirm-clock');
});

test('a lost or altered resume is a fault', async () => {
  const [resume = ''] = harness.list('resumes');
  appendFileSync(join(harness.directory, 'resumes', resume), 'x');
  expect((await backup()).faults).toEqual([`resumes/${resume} differs from the upload`]);
  rmSync(backupFolder(), { recursive: true });
  rmSync(join(harness.directory, 'resumes', resume));
  expect((await backup()).faults).toEqual([`resumes/${resume} is missing`]);
  // The rest is restored.
  const { text, faults } = await restoreWithFaults();
  expect(text).toContain('2 records');
  expect(faults).toEqual([expect.stringMatching(/^the resume of \S+ is missing$/u)]);
});

test('a backup refuses a folder that is not empty, and a data directory without a database', async () => {
  mkdirSync(backupFolder());
  writeFileSync(join(backupFolder(), 'note.txt'), 'mine');
  await expect(backup()).rejects.toThrow('is not empty');
  expect(readdirSync(backupFolder())).toEqual(['note.txt']);
  rmSync(join(backupFolder(), 'note.txt'));
  await expect(backup(join(folder, 'nowhere'))).rejects.toThrow('There is no database');
  // The existing folder stays empty, so that the next backup can use it.
  expect(readdirSync(backupFolder())).toEqual([]);
  expect((await backup()).faults).toEqual([]);
});

test.runIf(hasPostgres)('a backup refuses a PostgreSQL database without tables of the site', async () => {
  const configuration = { ...configured(harness.directory), databaseUrl: await createSharedDatabase() };
  await expect(runBackup(backupFolder(), configuration, harness.clock)).rejects.toThrow(
    'DATABASE_URL has no tables of the site',
  );
  expect(existsSync(backupFolder())).toBe(false);
});

test.runIf(hasPostgres)('tables in another schema of PostgreSQL than "public" are backed up and restored', async () => {
  const [from, to] = [await createSharedDatabase(), await createSharedDatabase()];
  const client = new pg.Client(from);
  await client.connect();
  await client.query('CREATE SCHEMA site');
  for (const url of [from, to])
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = site`);
  await client.end();
  await using site = createTestSubmissions({ databaseUrl: from });
  await site.enquire();
  const { text } = await runBackup(backupFolder(), { ...configured(site.directory), databaseUrl: from }, site.clock);
  expect(text).toContain('1 record');
  const configuration = { ...configured(restored()), databaseUrl: to };
  await runRestore({ from: backupFolder(), ledger: undefined }, configuration, { clock: site.clock, notify() {} });
  await using copy = createTestSubmissions({ databaseUrl: to });
  expect(await copy.store.count({})).toBe(1);
});

test.runIf(hasPostgres)(
  'a backup outlasts the limit of idle transactions, and leaves nothing if its connection breaks',
  async () => {
    const databaseUrl = await createSharedDatabase();
    const configuration = { ...configured(harness.directory), databaseUrl };
    await using site = createTestSubmissions({ databaseUrl });
    await site.enquire();
    const admin = new pg.Client(databaseUrl);
    await admin.connect();
    const alter = `ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET idle_in_transaction_session_timeout = 1`;
    await admin.query(alter);
    expect((await runBackup(backupFolder(), configuration, harness.clock)).text).toContain('1 record');
    const broken = expect(runBackup(join(folder, 'broken'), configuration, harness.clock)).rejects.toThrow(
      'The connection to the database of DATABASE_URL broke: terminating connection due to administrator command',
    );
    await vi.waitFor(async () => {
      const { rowCount } = await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_export_snapshot%' AND pid <> pg_backend_pid()",
      );
      expect(rowCount).toBe(1);
    }, 5000);
    await broken;
    expect(existsSync(join(folder, 'broken'))).toBe(false);
    await admin.end();
  },
);

test.runIf(hasPostgres)('a restore refuses a PostgreSQL database in use, and one that is not empty', async () => {
  const databaseUrl = await createSharedDatabase();
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  const { requireUnused } = createPostgresEngine(databaseUrl);
  await expect(requireUnused()).rejects.toThrow(
    'The database of DATABASE_URL is in use (connections: 1); stop all servers of the site before a restore',
  );
  await other.query('CREATE TABLE orders ()');
  await other.end();
  await vi.waitFor(() => expect(requireUnused()).rejects.toThrow('is not empty: it has the table orders'), 5000);
});

test('a backup refuses a folder within the data directory, whose loss it is for', async () => {
  const before = readdirSync(harness.directory);
  for (const to of [harness.directory, join(harness.directory, 'backups', 'today')])
    await expect(backup(harness.directory, to)).rejects.toThrow(`${to} is within DATA_DIR (${harness.directory})`);
  expect(readdirSync(harness.directory)).toEqual(before);
});

test('a backup and a restore refuse a file in place of their folder', async () => {
  writeFileSync(backupFolder(), 'mine');
  await expect(backup()).rejects.toThrow(
    `${backupFolder()} is a file, or below one; backup takes a folder that does not exist yet or is empty`,
  );
  await expect(restore()).rejects.toThrow(
    `${backupFolder()} is a file, or below one; restore takes the folder of a backup`,
  );
  expect(readFileSync(backupFolder(), 'utf8')).toBe('mine');
});

test('a restore refuses a folder without a backup, and an altered backup', async () => {
  mkdirSync(backupFolder());
  await expect(restore()).rejects.toThrow('holds no complete backup');
  await backup();
  const manifest = readManifest();
  for (const [changed, message] of [
    [{ ...manifest, format: 2 }, 'damaged, or from a newer version'],
    [{ ...manifest, files: [{ ...manifest.files[0], path: '../../etc/passwd' }] }, 'files.0.path'],
    [{ ...manifest, engine: 'postgres' }, 'set DATABASE_URL'],
    [
      { ...manifest, migrations: [...manifest.migrations, '9999-future.sql'] },
      'newer version of the site (9999-future.sql)',
    ],
  ] as const) {
    writeManifest(changed);
    await expect(restore()).rejects.toThrow(message);
  }
  writeManifest(manifest);
  const [resume = ''] = readdirSync(join(backupFolder(), 'resumes'));
  const path = join(backupFolder(), 'resumes', resume);
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]));
  await expect(restore()).rejects.toThrow('damaged');
  rmSync(path);
  await expect(restore()).rejects.toThrow('is missing');
  expect(existsSync(restored())).toBe(false);
  writeFileSync(path, bytes);
  await restore();
  expect(contentsOf(restored()).emails).toHaveLength(2);
});

test('a restore refuses a data directory that is not empty, and a running server', async () => {
  await backup();
  mkdirSync(join(restored(), 'mail'), { recursive: true });
  await expect(restore()).rejects.toThrow('it holds "mail"');
  rmSync(join(restored(), 'mail'), { recursive: true });
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  await expect(restore()).rejects.toThrow(`A server listens on port ${port}`);
  await new Promise((resolve) => server.close(resolve));
  await expect(restore(folder)).rejects.toThrow('holds no erasures');
  await expect(restore(join(folder, 'erasures'))).rejects.toThrow('holds no erasures');
  const file = join(backupFolder(), 'manifest.json');
  await expect(restore(file)).rejects.toThrow(`${file} is a file, or below one`);
  await expect(restore(join(file, 'erasures'))).rejects.toThrow('is a file, or below one');
  expect(readdirSync(restored())).toEqual([]);
  await restore();
});

test('a restore accepts the missing ledger of a site without erasures', async () => {
  await backup();
  expect(existsSync(join(harness.directory, 'erasures'))).toBe(false);
  expect(await restore(join(harness.directory, 'erasures'))).toContain('2 records');
});

test('the commands take one folder, relative to where they are called', () => {
  expect(readFolder('backup', ['to'], '/srv')).toEqual({ folder: '/srv/to', ledger: undefined });
  expect(readFolder('restore', ['/from', '--erasures', 'ledger'], '/srv')).toEqual({
    folder: '/from',
    ledger: '/srv/ledger',
  });
  for (const parameters of [[], ['a', 'b'], ['a', '--fast'], ['a', '--erasures', 'b']])
    expect(() => readFolder('backup', parameters, '/srv')).toThrow(UsageError);
});

test.each([
  ['a complete backup', 'mkdir "$1"; touch "$1/manifest.json"', []],
  ['one without a missing resume', 'mkdir "$1"; touch "$1/manifest.json"; exit 1', []],
  ['a bug of the command', 'exit 1', ['old']],
  ['a refused backup', 'exit 2', ['old']],
  ['one that was killed', 'mkdir "$1"; exit 137', ['old']],
])("the guide's nightly line deletes old backups only after a usable one: after %s", (_, program, left) => {
  const guide = readFileSync('docs/guides/backup.md', 'utf8');
  const [, line = ''] = /^30 2 \* \* \* {2}(.+)$/mu.exec(guide) ?? [];
  const command = line
    .replace('/usr/local/sbin/as-website npm run --silent backup --', `sh -c '${program}' backup`)
    .replaceAll('/backups', folder)
    .replaceAll('\\%', '%');
  mkdirSync(join(folder, 'old'));
  utimesSync(join(folder, 'old'), new Date(0), new Date(0));
  spawnSync('sh', ['-c', command]);
  expect(readdirSync(folder).filter((name) => name === 'old')).toEqual(left);
});
