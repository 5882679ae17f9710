import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { createSqliteDatabase } from './sqlite.ts';

interface Tables {
  migrations: { name: string };
}

/** Number of attempts of which usually at least one hits the time at which SQLite refuses the second connection immediately. */
const rounds = 40;

test('two connections that create a database at the same time both open it', { timeout: 90_000 }, async () => {
  const directory = temporaryDirectory();
  for (let round = 0; round < rounds; round += 1) {
    const file = join(directory, `${round}.sqlite`);
    const both = [createSqliteDatabase<Tables>(file), createSqliteDatabase<Tables>(file)];
    const names = await Promise.all(
      both.map(({ db }) => db.selectFrom('migrations').select('name').orderBy('name').execute()),
    );
    expect(names[0]?.length).toBeGreaterThan(0);
    expect(names[1]).toEqual(names[0]);
    await Promise.all(both.map((database) => database.close()));
  }
});

test("another program's table of migrations is refused by name, and not changed", async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'one.sqlite');
  const foreign = new DatabaseSync(file);
  foreign.exec('CREATE TABLE migrations (id INTEGER, name TEXT, run_on TEXT)');
  foreign.close();
  const before = readFileSync(file);
  const database = createSqliteDatabase<Tables>(file);
  await expect(database.open()).rejects.toThrow(`${file} is a database of another program`);
  await database.close();
  expect(readFileSync(file)).toEqual(before);
});

test('every statement on its way to a file that was moved fails for that reason, and the next one finds the file back', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'one.sqlite');
  const database = createSqliteDatabase<Tables>(file);
  onTestFinished(() => database.close());
  const names = () => database.db.selectFrom('migrations').select('name').execute();
  expect(await names()).not.toEqual([]);
  renameSync(file, `${file}.moved`);
  const results = await Promise.allSettled(Array.from({ length: 200 }, names));
  const reasons = results.map((result) => (result.status === 'rejected' ? result.reason.message : 'none'));
  expect([...new Set(reasons)]).toEqual([`${file} was moved, replaced or deleted while it was open`]);
  renameSync(`${file}.moved`, file);
  expect(await names()).not.toEqual([]);
});

test('a purge leaves nothing of deleted rows in the files, nor of copies that SQLite left behind when it moved them', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'one.sqlite');
  const database = createSqliteDatabase<Tables>(file);
  onTestFinished(() => database.close());
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  await database.db.transaction().execute(async (transaction) => {
    await sql`CREATE TABLE visitors (id TEXT PRIMARY KEY, email TEXT, message TEXT) WITHOUT ROWID`.execute(transaction);
    for (const number of numbers) {
      const id = createHash('sha256').update(String(number)).digest('hex');
      const row = sql.join([id, `visitor-${number}@example.com`, id.repeat(1 + (number % 9))]);
      await sql`INSERT INTO visitors VALUES (${row})`.execute(transaction);
    }
  });
  for (const number of numbers.filter((one) => one % 2 === 0))
    await sql`DELETE FROM visitors WHERE email = ${`visitor-${number}@example.com`}`.execute(database.db);
  await database.purge();
  const files = [file, `${file}-wal`].map((path) => readFileSync(path, 'latin1')).join('');
  const found = new Set(Array.from(files.matchAll(/visitor-(\d+)@/gu), ([, number]) => Number(number)));
  expect([...found].filter((number) => number % 2 === 0)).toEqual([]);
  expect(found.size).toBe(500);
});
