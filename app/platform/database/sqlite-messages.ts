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

/** One statement for the thread. */
export interface SqliteStatement {
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

/** The first reply says whether the database is open; the others come in the order of the statements. */
export type SqliteReply =
  | StatementResult
  | { readonly failure: { readonly message: string; readonly code: string | undefined } };
