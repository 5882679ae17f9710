import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One numbered file of `db/migrations`. */
export interface Migration {
  /** Its file name, such as `0001-intake.sql`; the number decides the order. */
  readonly name: string;
  readonly sql: string;
}

const directory = fileURLToPath(new URL('../../../db/migrations', import.meta.url));

/** All migrations of a dialect, in their order. */
export async function readMigrations(dialect: 'sqlite' | 'postgres'): Promise<Migration[]> {
  const folder = join(directory, dialect);
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[\w-]+\.sql$/u.test(name)).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name), 'utf8') })));
}

/**
 * Those that are still to be applied.
 * @param applied names that the database remembers
 * @throws when the database is newer than this program, which could not keep its promises on tables it does not know
 */
export function pendingMigrations(all: readonly Migration[], applied: readonly string[]): Migration[] {
  const unknown = applied.filter((name) => all.every((migration) => migration.name !== name));
  if (unknown.length > 0) throw new Error(`The database was migrated by a newer version: ${unknown.join(', ')}`);
  return all.filter(({ name }) => !applied.includes(name));
}
