import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type Migration, pendingMigrations } from './migrations.ts';
import type { SqliteAnswer, SqliteQuestion, SqliteStatement, SqliteThreadData } from './sqlite-messages.ts';

// The thread that SQLite runs in. Its calls block, those that sync for as long as the disk takes: here they hold up
// nobody but who waits for them.

/**
 * WAL with `synchronous=FULL` syncs the log at each commit: what is committed survives a power cut. `secure_delete`
 * overwrites what is erased.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
`;

const { file, busyMs, migrations } = workerData as SqliteThreadData;
const send = (answer: SqliteAnswer) => parentPort?.postMessage(answer);

const database = open();
if (database) {
  parentPort?.on('message', (question: SqliteQuestion) => {
    if (question !== 'end') return send(answerTo(question, database));
    database.close();
    parentPort?.close();
  });
}

function open(): DatabaseSync | undefined {
  try {
    const opened = new DatabaseSync(file, { timeout: busyMs });
    opened.exec(settings);
    migrate(opened, migrations);
    send({ id: 0, rows: [], changes: 0 });
    return opened;
  } catch (error) {
    send({ id: 0, failure: failureOf(error) });
    return undefined;
  }
}

function answerTo({ id, sql, parameters }: SqliteStatement, open: DatabaseSync): SqliteAnswer {
  try {
    // Where a full disk or a failed sync has ended the transaction already, the error to report is that one.
    if (sql === 'rollback' && !open.isTransaction) return { id, rows: [], changes: 0 };
    const statement = open.prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { id, rows: statement.all(...values), changes: 0 };
    return { id, rows: [], changes: Number(statement.run(...values).changes) };
  } catch (error) {
    if (sql === 'commit') unwriteCommit(open);
    return { id, failure: failureOf(error) };
  }
}

/**
 * A commit whose sync failed is undone here, but its frames stand whole in the log: after a crash the recovery would take
 * them for committed, and what was refused would be there after all. The next transaction is written over them; this one
 * changes nothing, and need not reach the disk either.
 */
function unwriteCommit(open: DatabaseSync): void {
  try {
    if (open.isTransaction) open.exec('ROLLBACK');
    open.exec('PRAGMA user_version = 0');
  } catch {
    // The same disk refuses to sync this one, too.
  }
}

/** One transaction for all: a database is never left between two versions, and of two processes only one migrates. */
function migrate(open: DatabaseSync, all: readonly Migration[]): void {
  open.exec('BEGIN IMMEDIATE');
  try {
    open.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID');
    const applied = open.prepare('SELECT name FROM migrations').all();
    const names = applied.map((row) => String(row.name));
    for (const { name, sql } of pendingMigrations(all, names)) {
      open.exec(sql);
      open.prepare('INSERT INTO migrations (name) VALUES (?)').run(name);
    }
    open.exec('COMMIT');
  } catch (error) {
    if (open.isTransaction) open.exec('ROLLBACK');
    throw error;
  }
}

/** An error loses all but its words on the way to another thread. */
function failureOf(error: unknown) {
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code };
}
