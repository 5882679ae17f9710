import type { Migration } from './migrations.ts';

/** What the SQLite thread is started with. */
export interface SqliteThreadData {
  readonly file: string;
  /** Whether a database that is missing may be made. */
  readonly mayCreate: boolean;
  /** How long a statement waits for another process that writes. */
  readonly busyMs: number;
  readonly migrations: readonly Migration[];
}

/** One statement for the thread; replies come in the same order. */
export interface SqliteStatement {
  /** From 1. */
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** `end` closes the database, and the thread ends when all before it is done. */
export type SqliteQuestion = SqliteStatement | 'end';

/** Id 0 reports that the database is open, or why it is not. */
export type SqliteReply =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string | undefined } };
