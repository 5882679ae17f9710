import type { Kysely } from 'kysely';

/**
 * A database that is opened and migrated on first use, and again after a failure: the site serves pages while the database
 * is down, and recovers without a restart.
 */
export interface Database<Tables> {
  /** Whether servers on several machines may share it. */
  readonly isShared: boolean;
  /**
   * Returns the open database. Call it before each use and do not store the result, since a broken connection is replaced.
   * @throws if it cannot be opened or migrated now
   */
  connect(): Promise<Kysely<Tables>>;
  /** Overwrites remains of deleted rows in the database files, as far as this process can. */
  purge(): Promise<void>;
  close(): Promise<void>;
}
