import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hasPostgres, startPostgres } from './postgres.fixture.ts';
import { createPostgresDatabase } from './postgres.ts';

test.runIf(hasPostgres)(
  'a connection that breaks within a transaction ends the transaction, and not the process',
  async () => {
    const cluster = await startPostgres();
    const database = createPostgresDatabase(await cluster.createDatabase());
    const { db } = database;
    const broken = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      // The connection reports its end while no statement is running.
      await expect
        .poll(async () => (await sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${rows[0]?.pid}`.execute(db)).rows)
        .toEqual([]);
      await sql`SELECT 1`.execute(db);
      await sql`SELECT 1`.execute(transaction);
    });
    await expect(broken).rejects.toThrow();
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await database.close();
    await cluster.remove();
  },
);
