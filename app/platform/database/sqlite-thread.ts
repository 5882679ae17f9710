import { accessSync, chmodSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DatabaseMovedError, identityOf, rememberFiles } from './file-identity.ts';
import { isOwnTable, type Migration, pendingMigrations } from './migrations.ts';
import type { SqliteReply, SqliteRequest, SqliteThreadData } from './sqlite-messages.ts';
import {
  codeOf,
  createStatementRunner,
  databaseBusyCode,
  databaseUnusableCode,
  failureOf,
} from './statement-runner.ts';

// The thread for SQLite, whose calls block, during a sync for as long as the disk takes: here they delay only the requests
// that wait for them.

/**
 * WAL with `synchronous=FULL` syncs the log on each commit, so that commits survive a power cut. `secure_delete` overwrites deleted data.
 * Temporary tables, such as that of `VACUUM`, would otherwise be files outside the data directory.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
`;

const privateMode = 0o600;

/** Pause between two attempts to open a database that another connection is opening, ms. */
const retryMs = 10;

const { file, mayCreate, busyMs, migrations } = workerData as SqliteThreadData;
/** The write-ahead log and its index, which is shared with other processes (sqlite.org/walformat.html). */
const companions = [`${file}-wal`, `${file}-shm`];
const send = (reply: SqliteReply) => parentPort?.postMessage(reply);

const database = open();
if (database && parentPort) serve(database, parentPort);

function serve(open: DatabaseSync, port: MessagePort): void {
  const runner = createStatementRunner(open, rememberFiles([file, ...companions]));
  let isClosed = false;
  port.on('message', (request: SqliteRequest) => {
    // A closed port still delivers the messages that it had already received.
    if (isClosed) return;
    if (request !== 'end') send(runner.run(request));
    if (request !== 'end' && !runner.isLost()) return;
    isClosed = true;
    // On close SQLite does not change a file that has moved, nor its log.
    open.close();
    port.close();
  });
}

function open(): DatabaseSync | undefined {
  try {
    const identity = claimFile();
    const opened = new DatabaseSync(file, { timeout: busyMs });
    refuseForeign(opened);
    configure(opened);
    migrate(opened, migrations);
    if (identityOf(file) !== identity) throw new DatabaseMovedError(`${file} was replaced while it was being opened`);
    send({ rows: [], changes: 0 });
    return opened;
  } catch (error) {
    send({ failure: failureOf(error) });
    return undefined;
  }
}

/** Creates a missing file with access only for its owner; SQLite gives its companions the same permissions. */
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
    // Even readers write the index of the log. SQLite does not say that the disk is read-only, or the file another user's.
    if (path === file) accessSync(file, constants.W_OK);
    // By path, since closing another file handle would release this process's locks on the file (fcntl(2)).
    if (stats && (stats.mode & 0o077) !== 0 && stats.uid === process.geteuid?.()) chmodSync(path, privateMode);
  }
  return identityOf(file);
}

/** Refuses a database of another program, which has tables but not the site's table of migrations, before anything is written to it. */
function refuseForeign(open: DatabaseSync): void {
  const tables = open.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  if (tables.length === 0) return;
  const hasMigrations = tables.some(({ name }) => name === 'migrations');
  const columns = hasMigrations ? open.prepare('SELECT * FROM migrations').columns() : [];
  if (!isOwnTable(columns.map(({ name }) => name)))
    throw Object.assign(new Error(`${file} is a database of another program`), { code: databaseUnusableCode });
}

/** Applies the settings. If two connections switch a new database to WAL at once, SQLite refuses one without waiting, so that it must retry. */
function configure(open: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const until = performance.now() + busyMs; ; Atomics.wait(pause, 0, 0, retryMs)) {
    try {
      open.exec(settings);
      return;
    } catch (error) {
      if (codeOf(error) !== databaseBusyCode || performance.now() > until) throw error;
    }
  }
}

/** Applies all pending migrations in one transaction; only one process migrates. Without any, it waits for no other process. */
function migrate(open: DatabaseSync, all: readonly Migration[]): void {
  const applied = () =>
    open
      .prepare('SELECT name FROM migrations')
      .all()
      .map((row) => String(row.name));
  const isNew =
    open.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").get() === undefined;
  if (!isNew && pendingMigrations(all, applied()).length === 0) return;
  open.exec('BEGIN IMMEDIATE');
  try {
    open.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID');
    for (const { name, sql } of pendingMigrations(all, applied())) {
      open.exec(sql);
      open.prepare('INSERT INTO migrations (name) VALUES (?)').run(name);
    }
    open.exec('COMMIT');
  } catch (error) {
    if (open.isTransaction) open.exec('ROLLBACK');
    throw error;
  }
}
