import { beforeEach, describe } from 'vitest';
import { hasPostgres } from './postgres.fixture.ts';
import { createSharedDatabase } from './shared-postgres.fixture.ts';

/**
 * Defines the same tests for SQLite and for PostgreSQL; the latter are skipped if PostgreSQL is not installed.
 * @param title with `%s` for the name of the engine
 * @param define defines the tests; its argument returns the URL of the current test's PostgreSQL database, undefined for SQLite
 */
export function describeEachEngine(title: string, define: (databaseUrl: () => string | undefined) => void): void {
  describe.each(['SQLite', 'PostgreSQL'])(title, (engine) => {
    let url: string | undefined;
    if (engine === 'PostgreSQL') {
      beforeEach(async ({ skip }) => {
        skip(!hasPostgres, 'there is no PostgreSQL on this machine');
        url = await createSharedDatabase();
      });
    }
    define(() => url);
  });
}
