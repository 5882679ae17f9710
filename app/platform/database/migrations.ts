import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One numbered file of `db/migrations`. */
export interface Migration {
  /** Its file name, such as `0001-intake.sql`, whose number determines the order. */
  readonly name: string;
  readonly sql: string;
}

const directory = fileURLToPath(new URL('../../../db/migrations', import.meta.url));

/** Reads all migrations of a dialect, in their order. */
export async function readMigrations(dialect: 'sqlite' | 'postgres'): Promise<Migration[]> {
  const folder = join(directory, dialect);
  const names = inOrder(await readdir(folder));
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name), 'utf8') })));
}

/** Sorts the migrations of a folder by number. @throws for a name without one: nobody would notice that it never runs */
export function inOrder(files: readonly string[]): string[] {
  const names = files.filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find((name) => !/^\d{4}-[\w-]+\.sql$/u.test(name));
  if (misnamed !== undefined) throw new Error(`The migration ${misnamed} needs a name such as 0015-column.sql`);
  return names;
}

/** Whether a table with the name `migrations`, which other programs use as well, is the site's. @param columns names of its columns */
export const isOwnTable = (columns: readonly string[]): boolean => columns.join() === 'name';

/** Identifies the error, also in other threads, that a newer version has migrated the database. */
export const databaseNewerCode = 'DATABASE_NEWER';

/** Returns the migrations that are not applied yet. @throws if a newer version migrated the database: its tables are unknown */
export function pendingMigrations(all: readonly Migration[], applied: readonly string[]): Migration[] {
  const unknown = applied.filter((name) => all.every((migration) => migration.name !== name));
  if (unknown.length > 0) {
    const message = `The database was migrated by a newer version: ${unknown.join(', ')}`;
    throw Object.assign(new Error(message), { code: databaseNewerCode });
  }
  return all.filter(({ name }) => !applied.includes(name));
}
