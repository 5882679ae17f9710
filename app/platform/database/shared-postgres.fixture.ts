import { inject } from 'vitest';
import { createDatabaseOn } from './postgres.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests of a project create databases: `adminUrl` of a cluster; undefined if PostgreSQL is not installed. */
    postgres: string | undefined;
  }
}

/**
 * Creates an empty database on the one server of all tests, which none of them stops: a server for each file takes a second of
 * processor time.
 * @returns its URL
 * @throws if PostgreSQL is not installed
 */
export async function createSharedDatabase(): Promise<string> {
  const adminUrl = inject('postgres');
  if (adminUrl === undefined) throw new Error('There is no PostgreSQL on this machine');
  return createDatabaseOn(adminUrl);
}
