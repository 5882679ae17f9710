import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncDirectory } from '../../app/platform/files/file-store.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { copyFile } from './copy-file.ts';
import type { BackupEngine, Snapshot } from './engine.ts';

/** How long a statement waits for the server's writes, ms. */
const busyMs = 10_000;

/**
 * Uses `VACUUM INTO`, which reads in one transaction while the server writes (WAL) and copies no erased bytes.
 * The online backup API would restart with each commit of the server.
 */
export function createSqliteEngine(file: string): BackupEngine {
  return {
    kind: 'sqlite',
    async dump(to) {
      using source = new DatabaseSync(file, { readOnly: true, timeout: busyMs });
      source.prepare('VACUUM INTO ?').run(to);
      // SQLite leaves it to the caller to sync the copy (sqlite.org/lang_vacuum.html).
      const handle = await open(to, 'r+');
      await handle.sync();
      await handle.close();
      await syncDirectory(dirname(to));
      using copy = new DatabaseSync(to, { readOnly: true });
      return readSnapshot(copy);
    },
    async verify(dump) {
      try {
        using database = new DatabaseSync(dump, { readOnly: true });
        const faults = [
          ...database.prepare('PRAGMA integrity_check').all().flatMap(Object.values),
          ...database
            .prepare('PRAGMA foreign_key_check')
            .all()
            .map((row) => `a row of ${row.table} refers to none`),
        ].filter((fault) => fault !== 'ok');
        if (faults.length > 0) throw new Error(String(faults[0]));
        return countRows(database);
      } catch (error) {
        throw new RefusedError(`The database ${dump} is damaged: ${(error as Error).message}`);
      }
    },
    async isReferenced(resume) {
      using database = new DatabaseSync(file, { readOnly: true, timeout: busyMs });
      return database.prepare('SELECT 1 FROM submissions WHERE resume_file = ?').get(resume) !== undefined;
    },
    // The database lies in the data directory, which must be empty anyway.
    requireUnused: async () => {},
    async load(dump) {
      // The final rename makes the file appear atomically.
      const part = `${file}.restoring`;
      await copyFile(dump, part);
      await rename(part, file);
      await syncDirectory(dirname(file));
    },
  };
}

function readSnapshot(database: DatabaseSync): Snapshot {
  const column = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  return {
    migrations: column('SELECT name FROM migrations ORDER BY name'),
    rows: countRows(database),
    resumes: database
      .prepare('SELECT resume_file AS file, resume_sha256 AS sha256 FROM submissions WHERE resume_file IS NOT NULL')
      .all()
      .map(({ file, sha256 }) => ({ file: String(file), sha256: String(sha256) })),
    mails: column('SELECT id FROM outbox'),
  };
}

function countRows(database: DatabaseSync): Record<string, number> {
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name));
  return Object.fromEntries(
    tables.map((name) => [name, Number(database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()?.rows)]),
  );
}
