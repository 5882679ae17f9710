import type { Kysely } from 'kysely';

/**
 * A database that is opened and migrated on first use, and again after a failure: the site serves pages while the database
 * is down, and recovers without a restart.
 */
export interface Database<Tables> {
  /** Whether servers on several machines may share it. */
  readonly isShared: boolean;
  /** Queries the database. Each query and transaction opens it if necessary, and rejects if it cannot be opened or migrated now. */
  readonly db: Kysely<Tables>;
  /**
   * Opens the database if it is closed.
   * @returns the same object until the database is opened again, such as after its file was replaced
   * @throws if it cannot be opened or migrated now
   */
  open(): Promise<object>;
  /** Overwrites remains of deleted rows in the database files, as far as this process can. */
  purge(): Promise<void>;
  close(): Promise<void>;
}
