import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql, type Transaction } from 'kysely';
import { insertPieces } from '../../app/features/submissions/records/resume-pieces.ts';
import type { SubmissionTables } from '../../app/features/submissions/records/tables.ts';
import { pendingMigrations, readMigrations } from '../../app/platform/database/migrations.ts';
import { codeOf, databaseBusyCode } from '../../app/platform/database/statement-runner.ts';
import { dataNames } from '../../app/platform/files/data-directory.ts';
import { createFileStore, type FileStore } from '../../app/platform/files/file-store.ts';
import { createJournal, type Journal } from '../../app/platform/files/journal.ts';
import type { Configuration } from '../../app/server/config.ts';
import { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { requireDatabase } from '../terminal/require-database.ts';
import { createDigest, type Row } from './row-digest.ts';

/** The tables to move, in an order in which referenced tables come first. */
export const movedTables = [
  'submissions',
  'idempotency_answers',
  'outbox',
  'acknowledged_mailboxes',
  'submission_notes',
  'privacy_requests',
  'privacy_request_notes',
  'erasures',
  'known_time',
  'secrets',
  'used_proofs',
  'client_attempts',
  'page_views',
  'vital_counts',
] as const;
type MovedTable = (typeof movedTables)[number];

/** Tables that belong to one database: its schema and servers, unfinished uploads, and the CDN purge of each start. */
export const leftTables = [
  'migrations',
  'readiness',
  'expected_resumes',
  'content_instances',
  'content_notified',
  'cdn_purge',
] as const;

/** Tables that PostgreSQL has in place of folders of the data directory. */
const folderTables = ['resume_pieces', 'erasure_ledger'] as const;

/** Rows per statement. */
const portion = 200;

type Target = Transaction<SubmissionTables>;

/**
 * Moves records, résumés, ledger and counts of a site from SQLite into an empty PostgreSQL database in one transaction, and reads
 * everything back before the commit. @throws RefusedError when the move is impossible; source and target are then unchanged
 */
export async function moveData(configuration: Configuration, { notify }: { notify: (line: string) => void }) {
  const { dataDirectory, databaseUrl } = configuration;
  if (databaseUrl === undefined)
    throw new RefusedError('DATABASE_URL is unset; set it to a new, empty PostgreSQL database (createdb)');
  await requireDatabase({ dataDirectory, databaseUrl: undefined });
  using source = openAlone(join(dataDirectory, dataNames.database));
  await migrate(source);
  await using adapters = createSubmissionAdapters(configuration);
  const { database } = adapters;
  await database.open().catch((error: Error) => {
    throw new RefusedError(`The database of DATABASE_URL cannot be opened: ${error.message}`);
  });
  return await database.db.transaction().execute(async (target) => {
    await requireEmpty(target);
    const rows: Partial<Record<MovedTable, number>> = {};
    for (const table of movedTables) {
      rows[table] = await moveTable(source, target, table);
      notify(`${table}: ${rows[table]} moved and compared`);
    }
    const disk = createFileStore({
      directory: join(dataDirectory, dataNames.resumes),
      incoming: join(dataDirectory, dataNames.incoming),
    });
    const resumes = await moveResumes(source, target, disk);
    const erasures = await moveLedger(target, createJournal(join(dataDirectory, dataNames.erasures)));
    return { rows: rows as Record<MovedTable, number>, ...resumes, erasures };
  });
}

/**
 * Opens the source exclusively, in a transaction that is never committed: a running server would accept more submissions.
 * @throws RefusedError if it is in use, or if it is not a database of the site
 */
function openAlone(file: string): DatabaseSync {
  const source = new DatabaseSync(file, { open: false });
  try {
    source.open();
    // Set before the first read, so that SQLite opens the file exclusively (sqlite.org/wal.html#noshm).
    source.exec('PRAGMA locking_mode = EXCLUSIVE');
    source.exec('BEGIN IMMEDIATE');
    source.exec('SELECT name FROM migrations');
    return source;
  } catch (error) {
    if (source.isOpen) source.close();
    const { message } = error as Error;
    throw new RefusedError(
      codeOf(error) === databaseBusyCode
        ? `${file} is in use; stop the site before its data is moved, and let no other command read it (${message})`
        : `${file} cannot be used as the database of the site: ${message}. Set DATA_DIR to that of the site, and run the command as its user`,
    );
  }
}

/** Migrates the source within its transaction, so that both databases have the same tables. */
async function migrate(source: DatabaseSync): Promise<void> {
  const applied = source.prepare('SELECT name FROM migrations').all();
  const names = applied.map(({ name }) => String(name));
  for (const migration of pendingMigrations(await readMigrations('sqlite'), names)) source.exec(migration.sql);
}

/** Requires empty tables and locks them against servers that start meanwhile. */
async function requireEmpty(target: Target): Promise<void> {
  const tables = [...movedTables, ...folderTables];
  await sql`LOCK TABLE ${sql.join(tables.map((table) => sql.table(table)))} IN EXCLUSIVE MODE`.execute(target);
  for (const table of tables) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(target);
    if (rows.length > 0)
      throw new RefusedError(
        `The database of DATABASE_URL is not empty: ${table} has rows. Move into a new one (createdb) that no server has used`,
      );
  }
}

/** @returns number of rows @throws RefusedError when the rows read back differ from those written */
async function moveTable(source: DatabaseSync, target: Target, table: MovedTable): Promise<number> {
  const read = createDigest();
  let rows: Row[] = [];
  for (const row of source.prepare(`SELECT * FROM ${table}`).iterate()) {
    read.add(row);
    rows.push(row);
    if (rows.length < portion) continue;
    await insertRows(target, table, rows);
    rows = [];
  }
  await insertRows(target, table, rows);

  const written = createDigest();
  const cursor = sql.raw(`moved_${table}`);
  await sql`DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT * FROM ${sql.table(table)}`.execute(target);
  for (let fetched = portion; fetched === portion; ) {
    const page = await sql<Row>`FETCH ${sql.raw(String(portion))} FROM ${cursor}`.execute(target);
    for (const row of page.rows) written.add(row);
    fetched = page.rows.length;
  }
  await sql`CLOSE ${cursor}`.execute(target);
  if (read.count() !== written.count() || read.value() !== written.value())
    throw new RefusedError(
      `${table} is not the same in both: ${read.count()} rows were read, ${written.count()} are in the target. Nothing was moved`,
    );
  return written.count();
}

async function insertRows(target: Kysely<SubmissionTables>, table: MovedTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  try {
    await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      VALUES ${sql.join(values)}`.execute(target);
  } catch (error) {
    throw new RefusedError(`PostgreSQL refuses rows of ${table}: ${(error as Error).message}. Nothing was moved`);
  }
}

async function moveResumes(source: DatabaseSync, target: Target, disk: FileStore) {
  /** Resumes of records that are missing in the data directory or differ from the upload. */
  const faults: string[] = [];
  let resumes = 0;
  let resumeBytes = 0;
  const named = source.prepare('SELECT id, resume_file, resume_sha256 FROM submissions WHERE resume_file IS NOT NULL');
  for (const row of named.iterate()) {
    const file = String(row.resume_file);
    if (!(await disk.has(file))) {
      faults.push(`The resume of ${row.id} is missing: resumes/${file}`);
      continue;
    }
    const hash = createHash('sha256');
    await insertPieces(target, file, hashed(disk.content(file), hash));
    const sha256 = hash.digest('hex');
    if (sha256 !== row.resume_sha256) faults.push(`The resume of ${row.id} differs from the upload: resumes/${file}`);
    const { rows } = await sql<{ bytes: number; sha256: string }>`
      SELECT sum(length(bytes))::integer AS bytes, encode(sha256(string_agg(bytes, '' ORDER BY piece)), 'hex') AS sha256
        FROM resume_pieces WHERE file = ${file}`.execute(target);
    if (rows[0]?.sha256 !== sha256)
      throw new RefusedError(`resumes/${file} is not the same in both. Nothing was moved`);
    resumes += 1;
    resumeBytes += rows[0].bytes;
  }
  return { resumes, resumeBytes, faults };
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: { update(bytes: Uint8Array): unknown }) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** @returns number of entries */
async function moveLedger(target: Target, journal: Journal): Promise<number> {
  const names = await journal.names();
  for (const id of names) {
    const entry = await journal.read(id);
    await target.insertInto('erasure_ledger').values({ id, entry }).execute();
  }
  return names.length;
}
