import type { Kysely } from 'kysely';

/** A database that is opened and migrated on first use, and again after a failure: pages are served while it is down. */
export interface Database<Tables> {
  /** Whether servers on several machines may share it. */
  readonly isShared: boolean;
  /** Queries the database. Each query and transaction opens it if necessary, and rejects if it cannot be opened or migrated now. */
  readonly db: Kysely<Tables>;
  /** Opens the database if it is closed. @returns the same object until it is opened again @throws if that fails now */
  open(): Promise<object>;
  /** Overwrites remains of deleted rows in the database files, as far as this process can. */
  purge(): Promise<void>;
  close(): Promise<void>;
}
