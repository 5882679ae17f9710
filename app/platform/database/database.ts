import type { Database } from './port.ts';
import { createPostgresDatabase } from './postgres.ts';
import { createSqliteDatabase } from './sqlite.ts';

/**
 * Creates the database for the configured engine (Contract, Running it).
 * @param options.url `postgres://…`; SQLite is used if it is undefined
 * @param options.file absolute path of the SQLite database; its directory is created if it is missing
 * @param options.busyMs how long SQLite waits for another writing process, ms; a minute by default
 */
export function createDatabase<Tables>({
  url,
  file,
  busyMs,
}: {
  url: string | undefined;
  file: string;
  busyMs?: number | undefined;
}): Database<Tables> {
  return url === undefined ? createSqliteDatabase(file, { busyMs }) : createPostgresDatabase(url);
}
