import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pendingMigrations, readMigrations } from './migrations.ts';
import { openOnce } from './open-once.ts';
import type { Database } from './port.ts';

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
const maxConnectionSeconds = 60;

/**
 * Creates a PostgreSQL database, which several instances can share.
 * @param url `postgres://user:password@host:5432/name`
 * @param options.maxLifetimeSeconds how long a connection is used; a minute by default
 */
export function createPostgresDatabase<Tables>(
  url: string,
  { maxLifetimeSeconds = maxConnectionSeconds }: { maxLifetimeSeconds?: number } = {},
): Database<Tables> {
  const opened = openOnce(async () => {
    const pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      maxLifetimeSeconds,
      ...timeouts,
      types: { getTypeParser },
    });
    // The pool replaces connections that break while idle; without a listener the error would end the process.
    pool.on('error', () => {});
    // The same for a connection that breaks between two statements of a transaction, when the pool does not listen.
    pool.on('connect', (client) => client.on('error', () => {}));
    try {
      await migrate(pool);
    } catch (error) {
      await pool.end();
      throw error;
    }
    return pool;
  });
  return {
    isShared: true,
    db: new Kysely({ dialect: new PostgresDialect({ pool: opened.get }) }),
    open: opened.get,
    // PostgreSQL's own vacuum purges deleted rows.
    purge: async () => {},
    close: async () => (await opened.end())?.end(),
  };
}

/** Returns timestamps as ISO text in UTC, the format that SQLite stores. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? (text: string) => new Date(text).toISOString()
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;

async function migrate(pool: pg.Pool): Promise<void> {
  const all = await readMigrations('postgres');
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    // `IF NOT EXISTS` requires the right to create tables also where nothing is created.
    const { rows: found } = await client.query<{ table: string | null }>(`SELECT to_regclass('migrations') AS table`);
    if (!found[0]?.table) await client.query('CREATE TABLE migrations (name TEXT NOT NULL PRIMARY KEY)');
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    for (const { name, sql } of pendingMigrations(
      all,
      rows.map((row) => row.name),
    )) {
      await client.query(sql);
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    }
    await client.query('COMMIT');
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection in the middle of a failed transaction is closed, not returned to the pool.
    client.release(failure);
  }
}
