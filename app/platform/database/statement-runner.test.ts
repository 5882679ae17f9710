import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { DatabaseMovedError } from './file-identity.ts';
import type { SqliteReply } from './sqlite-messages.ts';
import { createStatementRunner, databaseBusyCode } from './statement-runner.ts';

let directory: string;
let database: DatabaseSync;
/** Another connection, which sees only committed data. */
let observer: DatabaseSync;
let runner: ReturnType<typeof createStatementRunner>;
let isMoved = false;

beforeEach(() => {
  directory = temporaryDirectory();
  const file = join(directory, 'statements.sqlite');
  database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE words (word TEXT NOT NULL PRIMARY KEY) STRICT;
    CREATE TABLE uses (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED) STRICT;
  `);
  observer = new DatabaseSync(file, { readOnly: true });
  isMoved = false;
  runner = createStatementRunner(database, () => {
    if (isMoved) throw new DatabaseMovedError('moved');
  });
});
afterEach(() => {
  observer.close();
  database.close();
});

const run = (sql: string, ...parameters: string[]): SqliteReply => runner.run({ sql, parameters });
const add = (word: string) => run('insert into words (word) values (?)', word);
function transaction(word: string, end: 'commit' | 'rollback' = 'commit'): SqliteReply {
  run('begin');
  add(word);
  return run(end);
}
const committed = () => observer.prepare('SELECT word FROM words ORDER BY word').all().flatMap(Object.values);

test('a transaction is visible to others once it is committed', () => {
  expect([run('begin'), add('one')]).toMatchObject([{ rows: [] }, { changes: 1 }]);
  expect(committed()).toEqual([]);
  expect(run('commit')).toEqual({ rows: [], changes: 0 });
  expect(committed()).toEqual(['one']);
});

test('a statement outside of a transaction is committed immediately', () => {
  expect(add('one')).toMatchObject({ changes: 1 });
  expect(committed()).toEqual(['one']);
});

test('a transaction that is rolled back changes nothing', () => {
  transaction('one');
  transaction('two', 'rollback');
  expect(committed()).toEqual(['one']);
});

test('a statement that fails does not end its transaction', () => {
  transaction('one');
  run('begin');
  add('two');
  expect(add('one')).toMatchObject({ failure: { message: expect.stringContaining('UNIQUE') } });
  run('commit');
  expect(committed()).toEqual(['one', 'two']);
});

test('a commit that fails changes nothing, and the next one succeeds', () => {
  run('begin');
  add('one');
  // Violates a constraint that is checked only on commit.
  run("insert into uses (word) values ('nowhere')");
  expect(run('commit')).toMatchObject({ failure: { message: expect.stringContaining('FOREIGN KEY') } });
  expect(run('rollback')).not.toHaveProperty('failure');
  expect(committed()).toEqual([]);
  expect(transaction('two')).not.toHaveProperty('failure');
  expect(committed()).toEqual(['two']);
});

test('a transaction that another connection keeps from beginning fails as busy', () => {
  const writer = new DatabaseSync(join(directory, 'statements.sqlite'));
  writer.exec('BEGIN IMMEDIATE');
  expect(run('begin')).toMatchObject({ failure: { code: databaseBusyCode } });
  writer.close();
  expect(transaction('one')).not.toHaveProperty('failure');
});

test('a checkpoint runs outside of transactions', () => {
  transaction('one');
  expect(run('PRAGMA wal_checkpoint(TRUNCATE)')).toMatchObject({ rows: [{ busy: 0 }] });
});

test('nothing is committed to a file that has moved, and no later statement runs', () => {
  run('begin');
  add('one');
  isMoved = true;
  const moved = { failure: { code: 'DATABASE_MOVED' } };
  expect([run('commit'), runner.isLost(), committed()]).toMatchObject([moved, true, []]);
  isMoved = false;
  expect([transaction('two'), run('select word from words')]).toMatchObject([moved, moved]);
  expect(committed()).toEqual([]);
});

test('a query of a file that has moved fails', () => {
  transaction('one');
  isMoved = true;
  expect(run('select word from words')).toMatchObject({ failure: { code: 'DATABASE_MOVED' } });
});
