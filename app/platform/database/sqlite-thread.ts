import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DatabaseMovedError, identityOf, rememberFiles } from './file-identity.ts';
import { type Migration, pendingMigrations } from './migrations.ts';
import type { SqliteQuestion, SqliteReply, SqliteThreadData } from './sqlite-messages.ts';
import { createStatementRunner, failureOf } from './statement-runner.ts';

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

const privateMode = 0o600;

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const busy = 5;
/** Between two attempts to open a database that another one is opening, ms. */
const retryMs = 10;

const { file, mayCreate, busyMs, migrations } = workerData as SqliteThreadData;
/** The log that commits go to, and the memory it shares with other processes (sqlite.org/walformat.html). */
const companions = [`${file}-wal`, `${file}-shm`];
const send = (reply: SqliteReply) => parentPort?.postMessage(reply);

const database = open();
if (database && parentPort) serve(database, parentPort);

function serve(open: DatabaseSync, port: MessagePort): void {
  const runner = createStatementRunner(open, rememberFiles([file, ...companions]));
  port.on('message', (question: SqliteQuestion) => {
    if (question !== 'end') send(runner.run(question));
    if (question !== 'end' && !runner.isLost()) return;
    // SQLite leaves a file that has moved as it is, its log included.
    open.close();
    port.close();
  });
}

function open(): DatabaseSync | undefined {
  try {
    const identity = claimFile();
    const opened = new DatabaseSync(file, { timeout: busyMs });
    configure(opened);
    migrate(opened, migrations);
    if (identityOf(file) !== identity) throw new DatabaseMovedError(`${file} was replaced while it was being opened`);
    send({ id: 0, rows: [], changes: 0 });
    return opened;
  } catch (error) {
    send({ id: 0, failure: failureOf(error) });
    return undefined;
  }
}

/** Makes the file where it is missing, for its owner alone; SQLite gives its companions the same permissions. */
function claimFile(): string | undefined {
  if (mayCreate) {
    try {
      closeSync(openSync(file, 'wx', privateMode));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  for (const path of [file, ...companions]) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats && path === file)
      throw new Error(`${file} is missing; put it back, or restart the site to begin with an empty database`);
    // By name: closing a file of its own would end the locks of this process on it (fcntl(2)).
    if (stats && (stats.mode & 0o077) !== 0 && stats.uid === process.geteuid?.()) chmodSync(path, privateMode);
  }
  return identityOf(file);
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
