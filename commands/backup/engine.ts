import type { Engine } from './manifest.ts';

/** The contents of a database at one point in time. */
export interface Snapshot {
  /** Names of the applied migrations. */
  readonly migrations: readonly string[];
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Résumés of its records. */
  readonly resumes: readonly { readonly file: string; readonly sha256: string }[];
  /** Ids of its mails. */
  readonly mails: readonly string[];
}

/** Backs up and restores one kind of database. */
export interface BackupEngine {
  readonly kind: Engine;
  /** Writes a consistent snapshot of the database in use to an empty file. @throws RefusedError without a program */
  dump(to: string): Promise<Snapshot>;
  /** Reads a whole dump and counts the rows of each table. @throws RefusedError when it is damaged */
  verify(dump: string): Promise<Readonly<Record<string, number>>>;
  /** Whether a record still has this résumé. */
  isReferenced(resume: string): Promise<boolean>;
  /** @throws RefusedError when the target of a restore is in use */
  requireUnused(): Promise<void>;
  load(dump: string): Promise<void>;
}
