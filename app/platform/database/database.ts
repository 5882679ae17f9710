import type { Database } from './port.ts';
import { createPostgresDatabase } from './postgres.ts';
import { createSqliteDatabase } from './sqlite.ts';

/**
 * Chooses the engine (Contract, Running it).
 * @param options.url `postgres://…`; without it SQLite is used
 * @param options.file absolute path of the SQLite database; its directory is made when it is missing
 */
export function createDatabase<Tables>(options: { url: string | undefined; file: string }): Database<Tables> {
  return options.url === undefined ? createSqliteDatabase(options.file) : createPostgresDatabase(options.url);
}
