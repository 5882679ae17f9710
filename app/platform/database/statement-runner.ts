import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { DatabaseMovedError } from './file-identity.ts';
import type { SqliteReply, SqliteStatement } from './sqlite-messages.ts';

type StatementResult = Omit<Exclude<SqliteReply, { failure: unknown }>, 'id'>;

/** Runs statements one after the other. */
export interface StatementRunner {
  /**
   * `begin`, `commit` and `rollback` delimit transactions; any other statement outside of one is committed by itself. The reply to a
   * commit means that it is durable.
   */
  run(statement: SqliteStatement): SqliteReply;
  /** Whether the file was lost: each further statement fails, and the database is to be closed. */
  isLost(): boolean;
}

/**
 * @param verifyFile throws a DatabaseMovedError when the file is no longer in its place. Called before and after each commit:
 *   only what was committed to a file that others find under its name counts as durable
 */
export function createStatementRunner(database: DatabaseSync, verifyFile: () => void): StatementRunner {
  let loss: DatabaseMovedError | undefined;

  function execute(sql: string, parameters: readonly unknown[]): StatementResult {
    const statement = database.prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  /** Runs what makes changes durable. */
  function durably<Result>(commit: () => Result): Result {
    try {
      verifyFile();
      const result = commit();
      verifyFile();
      return result;
    } catch (error) {
      if (error instanceof DatabaseMovedError) loss = error;
      // The file of a lost database may be in use under another name: nothing more is written to it.
      else undoFailedCommit(database);
      throw error;
    }
  }

  function dispatch({ sql, parameters }: SqliteStatement): StatementResult {
    switch (sql) {
      case 'begin':
        database.exec('BEGIN IMMEDIATE');
        break;
      case 'commit':
        durably(() => database.exec('COMMIT'));
        break;
      case 'rollback':
        // A full disk or a failed sync has rolled back already.
        if (database.isTransaction) database.exec('ROLLBACK');
        break;
      default:
        return database.isTransaction ? execute(sql, parameters) : durably(() => execute(sql, parameters));
    }
    return { rows: [], changes: 0 };
  }

  return {
    run(statement) {
      const { id } = statement;
      try {
        if (loss) throw loss;
        return { id, ...dispatch(statement) };
      } catch (error) {
        return { id, failure: failureOf(error) };
      }
    },
    isLost: () => loss !== undefined,
  };
}

/**
 * A commit whose sync failed is rolled back here, but its frames remain whole in the log: after a crash the recovery would take
 * them for committed, and what was refused would exist after all. The next transaction overwrites them; this one
 * changes nothing, and need not reach the disk either.
 */
function undoFailedCommit(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
    database.exec('PRAGMA user_version = 0');
  } catch {
    // The same disk refuses to sync this one, too.
  }
}

/** An error keeps only its message and code on the way to another thread. */
export function failureOf(error: unknown): { message: string; code: string | undefined } {
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code };
}
