import { type FileHandle, open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { makeDirectories } from '../files/private-directory.ts';
import { databaseMovedCode, identityOf } from './file-identity.ts';
import { createLazyResource } from './lazy-resource.ts';
import { readMigrations } from './migrations.ts';
import type { Database } from './port.ts';
import type { SqliteReply, SqliteRequest, SqliteThreadData, StatementResult } from './sqlite-messages.ts';
import { codeOf, databaseBusyCode } from './statement-runner.ts';

/**
 * Default of `busyMs`: long enough for a command beside a server that commits one submission after the other. SQLite has no queue of
 * writers, so that a process that waits has to find the short time between two commits of another.
 */
const defaultBusyMs = 60_000;

/** The same for one attempt to overwrite remains, which locks out other writers: shorter than a server waits. */
const purgeBusyMs = 1000;

/** How long it is attempted again, ms. */
const purgeMs = 8000;

/**
 * Creates an SQLite database in one file, accessed through Node's own module in a separate thread, so that a slow disk delays no
 * page. If the file is deleted, renamed or replaced while it is open, it is closed, and the file at its path is opened instead.
 * A missing file is not recreated in a directory where it existed before: somebody has moved it and may put it back.
 * @param options.busyMs how long a statement waits for another writing process before it fails with `databaseBusyCode`, ms
 */
export function createSqliteDatabase<Tables>(
  file: string,
  { busyMs = defaultBusyMs }: { busyMs?: number | undefined } = {},
): Database<Tables> {
  const directory = dirname(file);
  /** The directory in which the database was last open. It stays open so that its inode number is not reused. */
  let known: { readonly handle: FileHandle; readonly identity: string | undefined } | undefined;
  /** Resolves when a thread that lost its file has ended, which must happen before the file is opened again. */
  let ending: Promise<void> | undefined;
  const opened = createLazyResource(async () => {
    await ending;
    if (!known) await makeDirectories(directory);
    const isKnown = known !== undefined && identityOf(directory) === known.identity;
    const thread = await startThread(
      { file, mayCreate: !isKnown, busyMs, migrations: await readMigrations('sqlite') },
      (ended) => {
        ending = ended;
        void opened.take();
      },
    );
    if (!isKnown) {
      const previous = known;
      known = { handle: await open(directory, 'r'), identity: identityOf(directory) };
      await previous?.handle.close();
    }
    return { thread, turns: createTurns() };
  });
  const db = new Kysely<Tables>({ dialect: dialectOn(opened.get) });
  return {
    isShared: false,
    db,
    open: opened.get,
    purge: () => overwriteRemains(db, file, busyMs),
    async close() {
      await (await opened.end())?.thread.end();
      await known?.handle.close();
      known = undefined;
    },
  };
}

/**
 * Rewrites the file and empties the write-ahead log, as far as other processes and the disk allow it. `secure_delete` overwrites
 * rows where they are deleted, but not the copies that are left behind when SQLite moves rows to other pages.
 */
async function overwriteRemains<Tables>(kysely: Kysely<Tables>, file: string, busyMs: number): Promise<void> {
  await setBusyTimeout(kysely, Math.min(busyMs, purgeBusyMs));
  try {
    let isRewritten = !(await hasRoomToRewrite(file));
    for (const until = performance.now() + Math.min(busyMs, purgeMs); performance.now() < until; ) {
      isRewritten ||= await rewrite(kysely);
      const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(kysely);
      if (isRewritten && rows[0]?.busy === 0) return;
    }
  } finally {
    await setBusyTimeout(kysely, busyMs);
  }
}

/** `VACUUM` writes the whole database to the log first. Filling the disk would refuse what visitors send meanwhile. */
async function hasRoomToRewrite(file: string): Promise<boolean> {
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(file), statfs(file)]);
  return bavail * bsize > 2 * size;
}

/** @returns false if another process was in the way. A full disk stays full for longer than anyone waits. */
const rewrite = <Tables>(kysely: Kysely<Tables>): Promise<boolean> =>
  sql`VACUUM`.execute(kysely).then(
    () => true,
    (error) => codeOf(error) !== databaseBusyCode,
  );

const setBusyTimeout = <Tables>(kysely: Kysely<Tables>, ms: number) =>
  sql`PRAGMA busy_timeout = ${sql.raw(String(ms))}`.execute(kysely);

type SqliteThread = Awaited<ReturnType<typeof startThread>>;

/** @param onLost called once if the thread has lost its file or has ended; pending statements are rejected @throws if it cannot open */
async function startThread(workerData: SqliteThreadData, onLost: (ended: Promise<void>) => void) {
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData });
  const opening = Promise.withResolvers<StatementResult>();
  const waiting = [opening];
  const ended = Promise.withResolvers<void>();
  let isEnding = false;
  let loss: Error | undefined;
  const lose = (error: Error) => {
    loss ??= error;
    // Another thread may already have replaced it.
    if (isEnding) return;
    isEnding = true;
    onLost(ended.promise);
  };
  const end = (error: Error) => {
    lose(error);
    // Statements that a lost thread no longer runs fail for the same reason.
    for (const { reject } of waiting.splice(0)) reject(loss ?? error);
  };
  worker.on('message', (reply: SqliteReply) => {
    const requested = waiting.shift();
    if (!('failure' in reply)) return requested?.resolve(reply);
    const { message, code } = reply.failure;
    const error = Object.assign(new Error(message), { code });
    // The next use opens the file again, once this thread has closed the lost one.
    if (code === databaseMovedCode && requested !== opening) lose(error);
    requested?.reject(error);
  });
  worker.on('error', end);
  worker.on('exit', () => {
    end(new Error('The database thread has ended'));
    ended.resolve();
  });

  try {
    await opening.promise;
  } catch (error) {
    isEnding = true;
    await worker.terminate();
    throw error;
  }
  return {
    async execute(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
      // A lost thread does not reply.
      if (loss) throw loss;
      const requested = Promise.withResolvers<StatementResult>();
      waiting.push(requested);
      worker.postMessage({ sql, parameters } satisfies SqliteRequest);
      return requested.promise;
    },
    end(): Promise<void> {
      isEnding = true;
      worker.postMessage('end' satisfies SqliteRequest);
      return ended.promise;
    },
  };
}

interface OpenDatabase {
  readonly thread: SqliteThread;
  readonly turns: TakeTurn;
}

/** Kysely's dialect for SQLite with the thread as driver. The thread runs one transaction at a time, so connections take turns. */
function dialectOn(open: () => Promise<OpenDatabase>): Dialect {
  const execute = (command: 'begin' | 'commit' | 'rollback') => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(command));
  };
  return {
    createAdapter: () => new ThreadAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection() {
        const { thread, turns } = await open();
        return new ThreadConnection(thread, await turns());
      },
      beginTransaction: execute('begin'),
      commitTransaction: execute('commit'),
      // Kysely also rolls back a failed commit, which SQLite has already rolled back.
      rollbackTransaction: execute('rollback'),
      releaseConnection: async (connection) => (connection as ThreadConnection).endTurn(),
      destroy: async () => {},
    }),
  };
}

/** Kysely's own turns would open a lost database again for each waiting statement, one after the other. */
class ThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** Waits for the previous turn. @returns ends this turn */
type TakeTurn = () => Promise<() => void>;

function createTurns(): TakeTurn {
  let last = Promise.resolve();
  return async () => {
    const previous = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    await previous;
    return turn.resolve;
  };
}

class ThreadConnection implements DatabaseConnection {
  readonly #thread: SqliteThread;
  readonly endTurn: () => void;

  constructor(thread: SqliteThread, endTurn: () => void) {
    this.#thread = thread;
    this.endTurn = endTurn;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#thread.execute(sql, parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Rows come all at once');
  }
}
