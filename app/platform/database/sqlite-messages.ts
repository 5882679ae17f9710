import type { Migration } from './migrations.ts';

/** Start parameters of the SQLite thread. */
export interface SqliteThreadData {
  readonly file: string;
  /** Whether a missing database may be created. */
  readonly mayCreate: boolean;
  /** How long a statement waits for another writing process, ms. */
  readonly busyMs: number;
  readonly migrations: readonly Migration[];
}

/** Id of the reply that reports whether the database is open: the first thing that is expected of the thread. */
export const openingId = 1;

/** One statement for the thread; replies come in the same order. */
export interface SqliteStatement {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement, or `end`, which closes the database and ends the thread after all earlier statements. */
export type SqliteRequest = SqliteStatement | 'end';

/** Rows of a query, or the number of rows that a statement changed. */
export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

export type SqliteReply =
  | ({ readonly id: number } & StatementResult)
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string | undefined } };
