import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readMigrations } from '../../../platform/database/migrations.ts';
import { createSqliteDatabase } from '../../../platform/database/sqlite.ts';
import { temporaryDirectory } from '../../../platform/files/temporary-directory.fixture.ts';
import type { SubmissionTables } from '../records/tables.ts';

test('queued mail of an earlier version stays queued after the migration', async () => {
  const file = join(temporaryDirectory(), 'intake.sqlite');
  const older = new DatabaseSync(file);
  older.exec('CREATE TABLE migrations (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID');
  for (const { name, sql } of (await readMigrations('sqlite')).filter(({ name }) => name < '0010')) {
    older.exec(sql);
    older.prepare('INSERT INTO migrations (name) VALUES (?)').run(name);
  }
  const at = '2026-03-01T09:00:00.000Z';
  older
    .prepare(
      "INSERT INTO submissions (id, kind, status, received_at, email, fields) VALUES ('a', 'enquiry', 'received', ?, '', '{}')",
    )
    .run(at);
  older
    .prepare(
      `INSERT INTO outbox (id, submission_id, recipient, status, attempts, next_attempt_at, give_up_at, last_error)
        VALUES ('m', 'a', 'hello@example.com', 'queued', 3, ?, ?, 'EENVELOPE')`,
    )
    .run(at, at);
  const [before] = older.prepare('SELECT * FROM outbox').all();
  older.close();

  const database = createSqliteDatabase<SubmissionTables>(file);
  const { db } = database;
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([{ ...before, notice: null, noticed_at: null }]);
  expect(await db.selectFrom('submissions').select(['id', 'kind']).execute()).toEqual([{ id: 'a', kind: 'enquiry' }]);
  await db.deleteFrom('submissions').execute();
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  await database.close();
});
