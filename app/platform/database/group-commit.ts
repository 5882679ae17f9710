import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { DatabaseMovedError } from './file-identity.ts';
import type { SqliteReply, SqliteStatement } from './sqlite-messages.ts';

/** How many transactions become durable together at most: the first of them waits for the last. */
const maxGroup = 32;

/** Statements that change rows. Others that are no queries, such as a checkpoint, stand outside of all transactions. */
const change = /^\s*(?:insert|update|delete)\b/iu;
const query = /^\s*select\b/iu;

/** Runs statements one after the other. */
export interface GroupCommit {
  run(statement: SqliteStatement): void;
  /** To be called when no statement is waiting: makes durable what has been run, unless a transaction is under way. */
  settle(): void;
  /** Whether the file was lost: each further statement fails, and the database is to be closed. */
  isLost(): boolean;
}

/**
 * Transactions that follow each other without a pause are one transaction to SQLite, and each is a savepoint in it: the sync
 * of the disk, which takes longer than all else, is had once for all of them. Whoever may have seen what is not durable
 * yet is answered when it is; where it cannot be made durable none of it has happened, and all of them are told so.
 * @param send is given each answer once, in any order
 * @param verifyFile throws a DatabaseMovedError when the file is no longer in its place. Asked before and after each commit:
 *   only what was committed to a file that others find under its name counts as durable
 */
export function groupCommits(
  database: DatabaseSync,
  send: (answer: SqliteReply) => void,
  verifyFile: () => void,
): GroupCommit {
  /** Answers that wait for what is before them to be durable. */
  let held: SqliteReply[] = [];
  /** Whether a transaction has begun and neither been committed nor rolled back. */
  let isUnderWay = false;
  let loss: DatabaseMovedError | undefined;

  function flush(error?: unknown): void {
    const answers = held;
    held = [];
    for (const answer of answers) send(error === undefined ? answer : { id: answer.id, failure: failureOf(error) });
  }

  function commit(): void {
    if (loss) {
      flush(loss);
      return;
    }
    try {
      verifyFile();
      if (database.isTransaction) {
        database.exec('COMMIT');
        verifyFile();
      }
      flush();
    } catch (error) {
      if (error instanceof DatabaseMovedError) loss = error;
      // The file of a lost database may be in use under another name: nothing more is written to it.
      else unwriteCommit(database);
      flush(error);
    }
  }

  function join(): void {
    if (held.length >= maxGroup) commit();
    if (loss) throw loss;
    if (!database.isTransaction) database.exec('BEGIN IMMEDIATE');
  }

  function execute({ id, sql, parameters }: SqliteStatement): SqliteReply {
    const statement = database.prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { id, rows: statement.all(...values), changes: 0 };
    return { id, rows: [], changes: Number(statement.run(...values).changes) };
  }

  function begin(id: number): void {
    join();
    database.exec('SAVEPOINT transaction_under_way');
    isUnderWay = true;
    send({ id, rows: [], changes: 0 });
  }

  function end(id: number, how: 'commit' | 'rollback'): void {
    isUnderWay = false;
    // Where a full disk or a failed sync has ended all of it already, there is nothing left to undo.
    if (how === 'commit' || database.isTransaction) {
      if (how === 'rollback') database.exec('ROLLBACK TO transaction_under_way');
      database.exec('RELEASE transaction_under_way');
    }
    held.push({ id, rows: [], changes: 0 });
  }

  function dispatch(statement: SqliteStatement): void {
    const { id, sql } = statement;
    if (sql === 'begin') begin(id);
    else if (sql === 'commit' || sql === 'rollback') end(id, sql);
    // What a transaction has seen is told by its end.
    else if (isUnderWay) send(execute(statement));
    else {
      if (change.test(sql)) join();
      else if (!query.test(sql)) commit();
      held.push(execute(statement));
    }
  }

  return {
    run(statement) {
      if (loss) {
        send({ id: statement.id, failure: failureOf(loss) });
        return;
      }
      const isGroup = database.isTransaction;
      try {
        dispatch(statement);
      } catch (error) {
        send({ id: statement.id, failure: failureOf(error) });
        if (isGroup && !database.isTransaction) flush(error);
      }
    },
    settle() {
      if (!isUnderWay) commit();
    },
    isLost: () => loss !== undefined,
  };
}

/**
 * A commit whose sync failed is undone here, but its frames stand whole in the log: after a crash the recovery would take
 * them for committed, and what was refused would be there after all. The next transaction is written over them; this one
 * changes nothing, and need not reach the disk either.
 */
function unwriteCommit(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
    database.exec('PRAGMA user_version = 0');
  } catch {
    // The same disk refuses to sync this one, too.
  }
}

/** An error loses all but its words on the way to another thread. */
export function failureOf(error: unknown): { message: string; code: string | undefined } {
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code };
}
