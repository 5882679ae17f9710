import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { driverUrl } from '../../app/platform/database/postgres-url.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import type { BackupEngine, Snapshot } from './engine.ts';

/** Characters of a program's error output that a message quotes. */
const maxComplaint = 2000;

/** Uses Debian's `pg_dump` and `pg_restore`, which support every type and version. @param url `postgres://user:password@host:5432/name` */
export function createPostgresEngine(url: string): BackupEngine {
  /** Without the password, which other users of this machine could read among the arguments. */
  const address = new URL(url);
  const environment = {
    ...process.env,
    ...(address.password ? { PGPASSWORD: decodeURIComponent(address.password) } : {}),
  };
  address.password = '';
  const start = (program: string, parameters: readonly string[]) => startProgram(program, parameters, environment);

  return {
    kind: 'postgres',
    dump: (to) =>
      withClient(url, async (client) => {
        // The snapshot waits for `pg_dump`, which may take hours.
        await client.query('SET idle_in_transaction_session_timeout = 0');
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
        const parameters = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`];
        await start('pg_dump', [...parameters, `--file=${to}`, `--dbname=${address}`]).end();
        return readSnapshot(client);
      }),
    async verify(dump) {
      const program = start('pg_restore', ['--data-only', '--file=-', dump]);
      const rows = await countRows(program.output);
      await program.end().catch((error) => {
        throw new RefusedError(`The dump ${dump} is damaged: ${error.message}`);
      });
      return rows;
    },
    isReferenced: (resume) =>
      withClient(url, async (client) => {
        const { rowCount } = await client.query('SELECT 1 FROM submissions WHERE resume_file = $1', [resume]);
        return rowCount === 1;
      }),
    requireUnused: () =>
      withClient(url, async (client) => {
        const { rowCount: others } = await client.query(
          `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
        );
        if (others)
          throw new RefusedError(
            `The database of DATABASE_URL is in use (connections: ${others}); stop all servers of the site before a restore`,
          );
        const tables = await tablesOf(client);
        if (tables.length > 0)
          throw new RefusedError(
            `The database of DATABASE_URL is not empty: it has the table ${tables[0]}. Restore into a new one (createdb)`,
          );
      }),
    load: (dump) =>
      start('pg_restore', [
        '--single-transaction',
        '--exit-on-error',
        '--no-owner',
        '--no-privileges',
        `--dbname=${address}`,
        dump,
      ]).end(),
  };
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: driverUrl(url), connectionTimeoutMillis: 10_000 });
  let broken: Error | undefined;
  // Without a listener a connection that breaks between two statements would end the process, and leave half of a backup.
  client.on('error', (error) => {
    broken ??= error;
  });
  try {
    await client.connect();
  } catch (error) {
    throw new RefusedError(`The database of DATABASE_URL cannot be reached: ${(error as Error).message}`);
  }
  try {
    return await use(client);
  } catch (error) {
    throw broken ? new RefusedError(`The connection to the database of DATABASE_URL broke: ${broken.message}`) : error;
  } finally {
    await client.end();
  }
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  const column = async (sql: string) => (await client.query<{ value: string }>(sql)).rows.map(({ value }) => value);
  const rows: Record<string, number> = {};
  for (const table of await tablesOf(client)) {
    const [count] = await column(`SELECT count(*) AS value FROM ${pg.escapeIdentifier(table)}`);
    rows[table] = Number(count);
  }
  // Résumés in the database are part of the dump. An earlier version has none there, and is backed up before an upgrade.
  const others = 'resume_pieces' in rows ? 'NOT EXISTS (SELECT 1 FROM resume_pieces WHERE file = resume_file)' : 'true';
  const resumes = await client.query<{ file: string; sha256: string }>(
    `SELECT resume_file AS file, resume_sha256 AS sha256 FROM submissions WHERE resume_file IS NOT NULL AND ${others}`,
  );
  return {
    migrations: await column('SELECT name AS value FROM migrations ORDER BY name'),
    rows,
    resumes: resumes.rows,
    mails: await column('SELECT id AS value FROM outbox'),
  };
}

/** Counts the rows in `COPY … FROM stdin` blocks, one line per row, each block ended by `\.` (PostgreSQL, COPY, Text Format). */
async function countRows(script: NodeJS.ReadableStream): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  let table: string | undefined;
  for await (const line of createInterface({ input: script, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (table === undefined) {
      table = /^COPY (?:\w+|"[^"]+")\.("?)([^"\s]+)\1 \(.*\) FROM stdin;$/u.exec(line)?.[2];
      if (table !== undefined) rows[table] = 0;
    } else if (line === '\\.') table = undefined;
    else rows[table] = (rows[table] ?? 0) + 1;
  }
  return rows;
}

function startProgram(name: string, parameters: readonly string[], env: NodeJS.ProcessEnv) {
  const program = spawn(name, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  program.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(0, maxComplaint);
  });
  const closed = once(program, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new RefusedError(
      `${name} is not installed; install PostgreSQL's client programs, of the server's version or newer (Debian: postgresql-client)`,
    );
  });
  // `end` reports the failure.
  closed.catch(() => {});
  return {
    output: program.stdout,
    /** Waits for the end of the program. @throws RefusedError with its error output when it failed or is not installed */
    async end() {
      program.stdout.resume();
      const [code] = await closed;
      if (code !== 0) throw new RefusedError(`${name} failed: ${complaint.trim() || `exit code ${code}`}`);
    },
  };
}
