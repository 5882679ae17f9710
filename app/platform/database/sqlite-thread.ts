import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { failureOf, groupCommits } from './group-commit.ts';
import { type Migration, pendingMigrations } from './migrations.ts';
import type { SqliteAnswer, SqliteQuestion, SqliteThreadData } from './sqlite-messages.ts';

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

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const busy = 5;
/** Between two attempts to open a database that another one is opening, ms. */
const retryMs = 10;

const { file, busyMs, migrations } = workerData as SqliteThreadData;
const send = (answer: SqliteAnswer) => parentPort?.postMessage(answer);

const database = open();
if (database && parentPort) serve(database, parentPort);

function serve(open: DatabaseSync, port: MessagePort): void {
  const group = groupCommits(open, send);
  port.on('message', (first: SqliteQuestion) => {
    let question: SqliteQuestion | undefined = first;
    while (question !== undefined && question !== 'end') {
      group.run(question);
      question = receiveMessageOnPort(port)?.message;
    }
    group.settle();
    if (question !== 'end') return;
    open.close();
    port.close();
  });
}

function open(): DatabaseSync | undefined {
  try {
    const opened = new DatabaseSync(file, { timeout: busyMs });
    configure(opened);
    migrate(opened, migrations);
    send({ id: 0, rows: [], changes: 0 });
    return opened;
  } catch (error) {
    send({ id: 0, failure: failureOf(error) });
    return undefined;
  }
}

/** Of two that make a new database WAL at once SQLite refuses one on the spot, whatever its timeout: it has to ask again. */
function configure(open: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const until = performance.now() + busyMs; ; Atomics.wait(pause, 0, 0, retryMs)) {
    try {
      open.exec(settings);
      return;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busy || performance.now() > until) throw error;
    }
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
