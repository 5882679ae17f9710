import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSqliteDatabase } from './sqlite.ts';

interface Tables {
  migrations: { name: string };
}

/** Of so many, usually at least one comes at the time at which SQLite refuses the second immediately. */
const rounds = 40;

test('two that make a new database at once both open it', { timeout: 90_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-'));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const file = join(directory, `${round}.sqlite`);
      const both = [createSqliteDatabase<Tables>(file), createSqliteDatabase<Tables>(file)];
      const names = await Promise.all(
        both.map(async (database) => {
          const connection = await database.connect();
          return connection.selectFrom('migrations').select('name').orderBy('name').execute();
        }),
      );
      expect(names[0]?.length).toBeGreaterThan(0);
      expect(names[1]).toEqual(names[0]);
      await Promise.all(both.map((database) => database.close()));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
