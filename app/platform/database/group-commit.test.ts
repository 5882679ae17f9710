import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseMovedError } from './file-identity.ts';
import { type GroupCommit, groupCommits } from './group-commit.ts';
import type { SqliteReply } from './sqlite-messages.ts';

let directory: string;
let database: DatabaseSync;
/** Another connection: what it sees has been committed. */
let observer: DatabaseSync;
let group: GroupCommit;
let answers: SqliteReply[];
let last = 0;
let isMoved = false;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'group-'));
  const file = join(directory, 'group.sqlite');
  database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE words (word TEXT NOT NULL PRIMARY KEY) STRICT;
    CREATE TABLE uses (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED) STRICT;
  `);
  observer = new DatabaseSync(file, { readOnly: true });
  answers = [];
  last = 0;
  isMoved = false;
  group = groupCommits(
    database,
    (answer) => answers.push(answer),
    () => {
      if (isMoved) throw new DatabaseMovedError('moved');
    },
  );
});
afterEach(() => {
  observer.close();
  database.close();
  rmSync(directory, { recursive: true });
});

/** @returns the statement's id */
function run(sql: string, ...parameters: string[]): number {
  last += 1;
  group.run({ id: last, sql, parameters });
  return last;
}
const add = (word: string) => run('insert into words (word) values (?)', word);
function transaction(word: string, end: 'commit' | 'rollback' = 'commit'): number {
  run('begin');
  add(word);
  return run(end);
}
const answerOf = (id: number) => answers.find((answer) => answer.id === id);
const committed = () => observer.prepare('SELECT word FROM words ORDER BY word').all().flatMap(Object.values);

test('a transaction is told of its statements at once, and of its commit when it is durable', () => {
  const [begun, added] = [run('begin'), add('one')];
  expect(answerOf(begun)).toMatchObject({ rows: [] });
  expect(answerOf(added)).toMatchObject({ changes: 1 });
  const ended = run('commit');
  expect([answerOf(ended), committed()]).toEqual([undefined, []]);
  group.settle();
  expect(answerOf(ended)).toEqual({ id: ended, rows: [], changes: 0 });
  expect(committed()).toEqual(['one']);
});

test('what follows without a pause becomes durable together', () => {
  const ids = [transaction('one'), transaction('two'), add('three')];
  expect([ids.map(answerOf), committed()]).toEqual([[undefined, undefined, undefined], []]);
  group.settle();
  expect(ids.map(answerOf)).toMatchObject([{ changes: 0 }, { changes: 0 }, { changes: 1 }]);
  expect(committed()).toEqual(['one', 'three', 'two']);
});

test('one that is rolled back takes nothing of the others with it', () => {
  transaction('one');
  transaction('two', 'rollback');
  transaction('three');
  group.settle();
  expect(committed()).toEqual(['one', 'three']);
});

test('a statement that fails is undone alone', () => {
  transaction('one');
  const again = add('one');
  expect(answerOf(again)).toMatchObject({ failure: { message: expect.stringContaining('UNIQUE') } });
  transaction('two');
  group.settle();
  expect(committed()).toEqual(['one', 'two']);
});

test('a transaction under way is waited for', () => {
  const first = transaction('one');
  run('begin');
  group.settle();
  expect([answerOf(first), committed()]).toEqual([undefined, []]);
  add('two');
  run('commit');
  group.settle();
  expect(answerOf(first)).toBeDefined();
  expect(committed()).toEqual(['one', 'two']);
});

test('where the commit fails, nothing has happened, and whoever may have seen of it is told so', () => {
  const kept = transaction('one');
  const seen = run('select word from words');
  const undone = transaction('two', 'rollback');
  // Breaks a rule that is looked at by the commit.
  const broken = run("insert into uses (word) values ('nowhere')");
  group.settle();
  for (const id of [kept, seen, undone, broken])
    expect(answerOf(id)).toMatchObject({ failure: { message: expect.stringContaining('FOREIGN KEY') } });
  expect(committed()).toEqual([]);
  const next = transaction('three');
  group.settle();
  expect(answerOf(next)).not.toHaveProperty('failure');
  expect(committed()).toEqual(['three']);
});

test('nobody waits for more than 31 others', () => {
  const ids = Array.from({ length: 33 }, (_, index) => transaction(`word ${index}`));
  expect(ids.filter((id) => answerOf(id))).toEqual(ids.slice(0, 32));
  expect(committed()).toHaveLength(32);
  group.settle();
  expect(committed()).toHaveLength(33);
});

test('what cannot be part of a transaction stands behind what was before it', () => {
  transaction('one');
  const checkpoint = run('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(committed()).toEqual(['one']);
  group.settle();
  expect(answerOf(checkpoint)).toMatchObject({ rows: [{ busy: 0 }] });
});

test('of a file that has moved nothing is committed, and no later statement is run', () => {
  const kept = transaction('one');
  isMoved = true;
  group.settle();
  const moved = { failure: { code: 'DATABASE_MOVED' } };
  expect([answerOf(kept), group.isLost(), committed()]).toMatchObject([moved, true, []]);
  isMoved = false;
  expect([transaction('two'), run('select word from words')].map(answerOf)).toMatchObject([moved, moved]);
  group.settle();
  expect(committed()).toEqual([]);
});
