import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { DatabaseMovedError } from './file-identity.ts';
import type { SqliteReply, SqliteStatement, StatementResult } from './sqlite-messages.ts';

/**
 * Runs statements one after the other.
 * @param verifyFile throws a DatabaseMovedError if the file is no longer at its path. Called before and after each commit:
 *   only a commit to a file that can be found at its path counts as durable
 */
export function createStatementRunner(database: DatabaseSync, verifyFile: () => void) {
  let loss: DatabaseMovedError | undefined;

  function execute(sql: string, parameters: readonly unknown[]): StatementResult {
    const statement = database.prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  /** Runs a commit and verifies the file before and after it. */
  function durably<Result>(commit: () => Result): Result {
    try {
      verifyFile();
      const result = commit();
      verifyFile();
      return result;
    } catch (error) {
      if (error instanceof DatabaseMovedError) loss = error;
      // Nothing more is written to the file of a lost database, which may be in use under another name.
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
        // After a full disk or a failed sync SQLite has already rolled back.
        if (database.isTransaction) database.exec('ROLLBACK');
        break;
      default:
        return database.isTransaction ? execute(sql, parameters) : durably(() => execute(sql, parameters));
    }
    return { rows: [], changes: 0 };
  }

  return {
    /** Runs a statement, which outside a transaction (`begin` to `commit`) is committed at once. A successful reply means that it is durable. */
    run(statement: SqliteStatement): SqliteReply {
      try {
        if (loss) throw loss;
        return dispatch(statement);
      } catch (error) {
        return { failure: failureOf(error) };
      }
    },
    /** Whether the file was lost: every further statement fails, and the database must be closed. */
    isLost: () => loss !== undefined,
  };
}

/**
 * Overwrites a commit whose sync failed. It is rolled back, but its complete frames remain in the log, and recovery after a
 * crash would treat them as committed although the commit was reported as failed. The empty transaction here overwrites them;
 * it need not reach the disk itself.
 */
function undoFailedCommit(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
    database.exec('PRAGMA user_version = 0');
  } catch {
    // The same disk fails to sync this transaction too.
  }
}

/** Identifies the error, also in other threads, that another process has written for longer than a statement waits. */
export const databaseBusyCode = 'DATABASE_BUSY';

/** Identifies the error, also in other threads, that the file or its disk is at fault, and not a statement. */
export const databaseUnusableCode = 'DATABASE_UNUSABLE';

/** SQLite's result codes for both (sqlite.org/rescode.html): unwritable, input or output, damaged, full, not openable, not a database. */
const codesOfResults = new Map<number, string>([
  [5, databaseBusyCode],
  ...[8, 10, 11, 13, 14, 26].map((result) => [result, databaseUnusableCode] as const),
]);

/** Returns the code by which an error is known in other threads. */
export function codeOf(error: unknown): string | undefined {
  const { code, errcode = 0 } = error as { code?: string; errcode?: number };
  // The upper bits hold the details of an extended code.
  return codesOfResults.get(errcode & 0xff) ?? code;
}

/** Reduces an error to its message and code, for another thread. */
export function failureOf(error: unknown): { message: string; code: string | undefined } {
  return { message: (error as Error).message, code: codeOf(error) };
}
