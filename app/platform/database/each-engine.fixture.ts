import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { hasPostgres, type PostgresCluster, startPostgres } from './postgres.fixture.ts';

/**
 * Defines the same tests for SQLite and for PostgreSQL; those of PostgreSQL are skipped on a machine without it.
 * @param title with `%s` for the name of the engine
 * @param define gets what returns the URL of the present test's own PostgreSQL database; undefined with SQLite
 */
export function describeEachEngine(title: string, define: (databaseUrl: () => string | undefined) => void): void {
  describe.each(['SQLite', 'PostgreSQL'])(title, (engine) => {
    let url: string | undefined;
    if (engine === 'PostgreSQL') {
      let cluster: PostgresCluster | undefined;
      beforeAll(async () => {
        if (hasPostgres) cluster = await startPostgres();
      });
      afterAll(() => cluster?.remove());
      beforeEach(async ({ skip }) => {
        skip(!cluster, 'there is no PostgreSQL on this machine');
        url = await cluster?.createDatabase();
      });
    }
    define(() => url);
  });
}
