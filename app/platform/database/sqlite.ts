import { mkdir } from 'node:fs/promises';
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
} from 'kysely';
import { readMigrations } from './migrations.ts';
import { openOnce } from './open-once.ts';
import type { Database } from './port.ts';
import type { SqliteAnswer, SqliteQuestion, SqliteThreadData } from './sqlite-messages.ts';

/** How long a statement waits for another process, the inbox command, that writes: its transactions are short. */
const busyMs = 2000;

/** SQLite in one file, through Node's own module, in a thread of its own: a slow disk delays no page. */
export function createSqliteDatabase<Tables>(file: string): Database<Tables> {
  const opened = openOnce(async () => {
    await mkdir(dirname(file), { recursive: true });
    const thread = await startThread(
      { file, busyMs, migrations: await readMigrations('sqlite') },
      () => void opened.take(),
    );
    return { thread, kysely: new Kysely<Tables>({ dialect: dialectOn(thread) }) };
  });
  return {
    isShared: false,
    connect: async () => (await opened.get()).kysely,
    purge: async () => void (await (await opened.get()).thread.execute('PRAGMA wal_checkpoint(TRUNCATE)', [])),
    close: async () => (await opened.take())?.thread.end(),
  };
}

interface SqliteThread {
  execute(sql: string, parameters: readonly unknown[]): Promise<{ rows: readonly unknown[]; changes: number }>;
  end(): Promise<void>;
}

/**
 * @param onLost called when the thread has ended by itself; whoever waits for it gets an error
 * @throws when the database cannot be opened or migrated
 */
async function startThread(workerData: SqliteThreadData, onLost: () => void): Promise<SqliteThread> {
  const worker = new Worker(new URL('sqlite-thread.ts', import.meta.url), { workerData });
  const waiting = new Map<number, PromiseWithResolvers<{ rows: readonly unknown[]; changes: number }>>();
  let last = 0;
  const expectAnswer = (id: number) => {
    const answer = Promise.withResolvers<{ rows: readonly unknown[]; changes: number }>();
    waiting.set(id, answer);
    return answer.promise;
  };
  const ended = Promise.withResolvers<void>();
  let isEnding = false;
  const lose = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    // By then another thread may have taken its place.
    if (!isEnding) onLost();
  };
  worker.on('message', (answer: SqliteAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failure' in answer)
      asked?.reject(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }));
    else asked?.resolve(answer);
  });
  worker.on('error', lose);
  worker.on('exit', () => {
    lose(new Error('The database thread has ended'));
    ended.resolve();
  });

  try {
    await expectAnswer(0);
  } catch (error) {
    isEnding = true;
    await worker.terminate();
    throw error;
  }
  return {
    execute(sql, parameters) {
      last += 1;
      const answer = expectAnswer(last);
      worker.postMessage({ id: last, sql, parameters } satisfies SqliteQuestion);
      return answer;
    },
    end() {
      isEnding = true;
      worker.postMessage('end' satisfies SqliteQuestion);
      return ended.promise;
    },
  };
}

/** Kysely's dialect for SQLite, with the thread for a driver. There is one connection; Kysely lends it to one at a time. */
function dialectOn(thread: SqliteThread): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, changes } = await thread.execute(sql, parameters);
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
    },
    streamQuery() {
      throw new Error('Rows come all at once');
    },
  };
  const run = async (sql: string) => void (await connection.executeQuery(CompiledQuery.raw(sql)));
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: () => run('begin'),
      commitTransaction: () => run('commit'),
      rollbackTransaction: () => run('rollback'),
      releaseConnection: async () => {},
      destroy: () => thread.end(),
    }),
  };
}
