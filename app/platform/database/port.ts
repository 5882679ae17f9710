import type { Kysely } from 'kysely';

/**
 * A database that is opened and migrated at its first use, and again after it could not be: the site is up and reads
 * on while it is down, and heals without a restart.
 */
export interface Database<Tables> {
  /** Whether servers on several machines may work on it. */
  readonly isShared: boolean;
  /**
   * The open database. Requested before each use and never stored: a broken one is replaced.
   * @throws when it cannot be opened or migrated now
   */
  connect(): Promise<Kysely<Tables>>;
  /** Overwrites what deleted rows have left in the files, as far as this process can reach them. */
  purge(): Promise<void>;
  close(): Promise<void>;
}
