import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasPostgres, startPostgres } from './postgres.fixture.ts';
import { createPostgresDatabase } from './postgres.ts';
import { createSharedDatabase } from './shared-postgres.fixture.ts';

test('a mode that the driver treats as verify-full prints no warning', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  const database = createPostgresDatabase('postgres://site@127.0.0.1:1/site?sslmode=require');
  await expect(database.open()).rejects.toThrow('ECONNREFUSED');
  await setImmediate();
  expect(warned).not.toHaveBeenCalled();
  process.off('warning', warned);
  await database.close();
});

test.runIf(hasPostgres)(
  'a connection that breaks within a transaction ends the transaction, and not the process',
  async () => {
    const database = createPostgresDatabase(await createSharedDatabase());
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
  },
);

test.runIf(hasPostgres)(
  'a server that stands still until a transaction times out leaves no connection with that transaction open',
  async () => {
    const url = await createSharedDatabase();
    const [site, other] = [createPostgresDatabase(url), createPostgresDatabase(url)];
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(site.db);
    const pid = rows[0]?.pid ?? 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    process.kill(pid, 'SIGSTOP');
    try {
      const begun = expect(site.db.transaction().execute(async () => {})).rejects.toThrow('timeout');
      await setImmediate();
      vi.advanceTimersByTime(10_000);
      await begun;
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await sql`INSERT INTO secrets VALUES ('a', 'b')`.execute(site.db);
    expect((await sql`SELECT name FROM secrets`.execute(other.db)).rows).toEqual([{ name: 'a' }]);
    await Promise.all([site.close(), other.close()]);
  },
);

test.runIf(hasPostgres)(
  'a database that was read-only for a time can be written again, also by connections in constant use',
  async () => {
    const url = await createSharedDatabase();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [operator, site] = [createPostgresDatabase(url), createPostgresDatabase(url)];
    const name = sql.id(new URL(url).pathname.slice(1));
    const write = () =>
      sql`INSERT INTO counts VALUES (1)`.execute(site.db).then(
        () => 'written',
        ({ code }) => code,
      );
    await sql`CREATE TABLE counts (count INT)`.execute(operator.db);
    await write();
    await sql`ALTER DATABASE ${name} SET default_transaction_read_only = on`.execute(operator.db);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(
      operator.db,
    );
    const readOnly = '25006';
    await expect.poll(write).toBe(readOnly);
    await sql`ALTER DATABASE ${name} RESET default_transaction_read_only`.execute(operator.db);
    for (let seconds = 0; seconds < 60; seconds += 5) {
      expect(await write()).toBe(readOnly);
      vi.advanceTimersByTime(5000);
    }
    expect(await write()).toBe('written');
    await Promise.all([operator.close(), site.close()]);
  },
);

test.runIf(hasPostgres)(
  "a role that may only read and write rows is enough once another one has migrated; another program's table of migrations is refused",
  async () => {
    const cluster = await startPostgres();
    const url = await cluster.createDatabase();
    const operator = createPostgresDatabase(url);
    const limited = new URL(url);
    limited.username = 'site';
    const site = createPostgresDatabase(limited.href);
    await sql`CREATE ROLE site LOGIN`.execute(operator.db);
    await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO site`.execute(operator.db);
    const { rows } = await sql`INSERT INTO secrets VALUES ('a', 'b') RETURNING name`.execute(site.db);
    expect(rows).toEqual([{ name: 'a' }]);
    await sql`ALTER TABLE migrations ADD COLUMN run_on TEXT`.execute(operator.db);
    const another = createPostgresDatabase(url);
    await expect(another.open()).rejects.toThrow('a table "migrations" of another program');
    await Promise.all([operator.close(), site.close(), another.close()]);
    await cluster.remove();
  },
);

test.runIf(hasPostgres)(
  'a password is replaced as the guide says: a second role migrates what the first one owns',
  async () => {
    const guide = readFileSync(new URL('../../../docs/guides/secrets.md', import.meta.url), 'utf8');
    const [, before = '', after = ''] = /```sql\n([\s\S]+?)\n-- Now .*\n([\s\S]+?)```/u.exec(guide) ?? [];
    const cluster = await startPostgres();
    const operator = createPostgresDatabase(cluster.adminUrl);
    const url = new URL(await cluster.createDatabase());
    const run = async (script: string) => {
      for (const statement of script.split(/;.*\n?/u).filter(Boolean)) await sql.raw(statement).execute(operator.db);
    };
    await run(`CREATE ROLE site LOGIN;\nALTER DATABASE ${url.pathname.slice(1)} OWNER TO site;`);
    await run(before);
    url.username = 'site_2';
    const site = createPostgresDatabase(url.href);
    await site.open();
    const { rows } = await sql`SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`.execute(site.db);
    expect(rows).toEqual([{ tableowner: 'site' }]);
    await run(after);
    url.username = 'site';
    const former = createPostgresDatabase(url.href);
    await expect(former.open()).rejects.toThrow('role "site" is not permitted to log in');
    expect((await sql`SELECT 1 AS one`.execute(site.db)).rows).toEqual([{ one: 1 }]);
    await Promise.all([operator.close(), site.close(), former.close()]);
    await cluster.remove();
  },
);

test.runIf(hasPostgres)('a database that is dropped and restored while it is open is opened again', async () => {
  const url = await createSharedDatabase();
  const [site, operator] = [createPostgresDatabase(url), createPostgresDatabase(await createSharedDatabase())];
  const read = async () => (await sql`SELECT name FROM secrets`.execute(site.db)).rows;
  const first = await site.open();
  expect(await read()).toEqual([]);
  const name = sql.id(new URL(url).pathname.slice(1));
  await sql`DROP DATABASE ${name} WITH (FORCE)`.execute(operator.db);
  await sql`CREATE DATABASE ${name}`.execute(operator.db);
  await vi.waitFor(() => expect(read()).rejects.toThrow('restore a backup into it, or restart the site'), {
    timeout: 30_000,
  });
  const restored = createPostgresDatabase(url);
  await sql`INSERT INTO secrets VALUES ('restored', 'b')`.execute(restored.db);
  await expect.poll(read).toEqual([{ name: 'restored' }]);
  // Erasures are repeated once for each opening.
  expect(await site.open()).not.toBe(first);
  await Promise.all([operator.close(), site.close(), restored.close()]);
});
