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

/** One statement for the thread; replies come in the same order. */
export interface SqliteStatement {
  /** From 1. */
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement, or `end`, which closes the database and ends the thread after all earlier statements. */
export type SqliteRequest = SqliteStatement | 'end';

/** A reply with id 0 reports whether the database is open. */
export type SqliteReply =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string | undefined } };
