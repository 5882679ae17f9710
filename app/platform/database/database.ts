import type { Database } from './port.ts';
import { createPostgresDatabase } from './postgres.ts';
import { createSqliteDatabase } from './sqlite.ts';

/**
 * Creates the database for the configured engine (Contract, Running it).
 * @param options.url `postgres://…`; SQLite is used if it is undefined
 * @param options.file absolute path of the SQLite database; its directory is created if it is missing
 */
export function createDatabase<Tables>(options: { url: string | undefined; file: string }): Database<Tables> {
  return options.url === undefined ? createSqliteDatabase(options.file) : createPostgresDatabase(options.url);
}
