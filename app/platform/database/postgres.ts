import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createLazyResource } from './lazy-resource.ts';
import { isOwnTable, pendingMigrations, readMigrations } from './migrations.ts';
import type { Database } from './port.ts';
import { driverUrl } from './postgres-url.ts';
import { databaseUnusableCode } from './statement-runner.ts';

/** Key of the advisory lock for migrations; an arbitrary number that nothing else in this database uses. */
const migrationLock = 7_160_421;

/** Timeouts while a visitor waits (Contract, 503). */
const timeouts = { connectionTimeoutMillis: 5000, query_timeout: 10_000, statement_timeout: 9000 };

/** Connections of one instance; a submission uses one for a few milliseconds. */
const poolSize = 8;

/**
 * How long a connection is used, s. A session keeps the server and the settings that it began with: after a failover, or after a provider
 * has made a full database read-only and writable again, connections in constant use would refuse every form until a restart.
 */
const maxLifetimeSeconds = 60;

/**
 * Creates a PostgreSQL database, which several instances can share. If it is dropped and created again while it is open, the one that is
 * there then is opened instead, once it has tables: an empty one is filled only at the first opening.
 * @param url `postgres://user:password@host:5432/name`
 */
export function createPostgresDatabase<Tables>(url: string): Database<Tables> {
  /** OID of the table of migrations, which a database that replaces the one in use does not share. */
  let table: number | undefined;
  let wasOpened = false;
  const pool = new pg.Pool({
    connectionString: driverUrl(url),
    max: poolSize,
    maxLifetimeSeconds,
    ...timeouts,
    types: { getTypeParser },
    async onConnect(client) {
      const found = await findTable(client);
      if (table === undefined || found === table) return;
      table = undefined;
      await opened.take();
      throw new Error('The database has been replaced; the next use opens the one that is there now');
    },
  });
  // The pool replaces connections that break while idle; without a listener the error would end the process.
  pool.on('error', () => {});
  // The same for a connection that breaks between two statements of a transaction, when the pool does not listen.
  pool.on('connect', (client) => client.on('error', () => {}));
  const opened = createLazyResource(async () => {
    table = await migrate(pool, !wasOpened);
    wasOpened = true;
    return { table };
  });
  const connect = async () => {
    await opened.get();
    const client = await pool.connect();
    const { release } = client;
    // The server still carries out a statement that timed out. After a BEGIN, a pooled connection would put later statements into a
    // transaction that nobody commits.
    client.release = (error) => release(error || isQueryUnderWay(client));
    return client;
  };
  return {
    isShared: true,
    db: new Kysely({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: {} } }) }),
    open: opened.get,
    // PostgreSQL's own vacuum purges deleted rows.
    purge: async () => {},
    async close() {
      await opened.end();
      await pool.end();
    },
  };
}

/** Whether a site has used a database. @param url `postgres://user:password@host:5432/name` */
export async function hasMigrations(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: driverUrl(url), ...timeouts });
  await client.connect();
  try {
    return (await findTable(client)) !== undefined;
  } finally {
    await client.end();
  }
}

/** The driver has no public state for this. Its `readyForQuery` is for a moment false after every error of a statement, too. */
const isQueryUnderWay = (client: pg.ClientBase) => Boolean((client as { _activeQuery?: unknown })._activeQuery);

/** Returns timestamps as ISO text in UTC, the format that SQLite stores. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? (text: string) => new Date(text).toISOString()
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;

async function findTable(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ oid: number | null }>(`SELECT to_regclass('migrations')::oid AS oid`);
  return rows[0]?.oid ?? undefined;
}

/** @param mayCreate whether an empty database is filled @returns the OID of the table of migrations */
async function migrate(pool: pg.Pool, mayCreate: boolean): Promise<number | undefined> {
  const all = await readMigrations('postgres');
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const found = await findTable(client);
    const { rows, fields } =
      found === undefined ? { rows: [], fields: [] } : await client.query<{ name: string }>('SELECT * FROM migrations');
    if (found !== undefined && !isOwnTable(fields.map(({ name }) => name)))
      throw Object.assign(
        new Error('The database has a table "migrations" of another program; the site needs a database of its own'),
        { code: databaseUnusableCode },
      );
    // A backup may be about to be restored into it, which requires an empty one.
    if (rows.length === 0 && !mayCreate)
      throw new Error(
        'The database in use was replaced by an empty one; restore a backup into it, or restart the site to start without records',
      );
    // `IF NOT EXISTS` requires the right to create tables also where nothing is created.
    if (found === undefined) await client.query('CREATE TABLE migrations (name TEXT NOT NULL PRIMARY KEY)');
    for (const { name, sql } of pendingMigrations(
      all,
      rows.map((row) => row.name),
    )) {
      await client.query(sql);
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    }
    const table = await findTable(client);
    await client.query('COMMIT');
    return table;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection in the middle of a failed transaction is closed, not returned to the pool.
    client.release(failure);
  }
}
