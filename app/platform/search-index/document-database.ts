import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { foldText } from '../../shared/fold-text.ts';
import type { ContentProblem } from '../content/problem.ts';
import { checkTextFile, readTextFile, UnreadableFileError, unreadable } from '../content/read-text.ts';
import { dependsOnTokens, type Tokens } from '../content/tokens.ts';
import type {
  DocumentReading,
  MatchGroup,
  Prepare,
  PreparedDocument,
  Spellings,
  StoredDocument,
} from './document-store.ts';
import { begins, createVocabulary, vocabularyTables } from './vocabulary.ts';

/** Name of the database file. Raise its number with any change of the tables below or of the indexed text. */
export const databaseName = 'documents-4.sqlite';

/** Weights of a match in the heading, the summary and the text. */
const weights = '10, 4, 1';

/**
 * Maximum number of documents ranked by score, which takes about 3 µs each and says little about very common words. More
 * documents are only grouped by the column of the match.
 */
const rankLimit = 3000;

/** Maximum number of documents in one transaction. */
const batchSize = 200;

/** Maximum bytes of the texts in one transaction, unless a single text is larger. */
const batchBytes = 4 * 1024 * 1024;

/** Days after which a document that no content has used is deleted. */
const unusedDays = 7;

/** A file changed less than this time ago may change again without a new timestamp, ms. */
const settledMs = 2000;

const tables = `
  CREATE TABLE IF NOT EXISTS document (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    data TEXT NOT NULL,
    body TEXT NOT NULL,
    seen INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS document_by_seen ON document (seen);
  CREATE TABLE IF NOT EXISTS file (
    path TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    document INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE IF NOT EXISTS word USING fts5(
    heading, summary, body,
    content='', contentless_delete=1, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2'
  );
`;

const putFile = `
  INSERT INTO file (path, stamp, document) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET stamp = excluded.stamp, document = excluded.document
`;

/** Options of one reading. */
export interface ReadRequest {
  /** Absolute path of the directory. */
  directory: string;
  /** Paths below the directory. */
  files: readonly string[];
  /** Identifies the preparing program: documents prepared by another one are not used. */
  revision: string;
  /** Facts that the texts may refer to. */
  tokens: Tokens;
  /** Days since 1970. */
  today: number;
  /** Called now and then during a long preparation. */
  onProgress?: (done: number, total: number) => void;
}

/** Prepares several texts, possibly in other threads; the results are in the same order. */
export type PrepareAll = (texts: readonly { file: string; text: string }[]) => Promise<ReturnType<Prepare>[]>;

export type DocumentDatabase = ReturnType<typeof openDocumentDatabase>;

/**
 * Opens the SQLite database behind a `DocumentStore`, whose functions are synchronous here, except for reading: see
 * `document-worker.ts`.
 * @param file absolute path, or `:memory:`; a damaged file is replaced, since all of it can be derived again
 */
export function openDocumentDatabase(file: string) {
  const database = open(file);
  const statement = lazily((sql) => database.prepare(sql));
  /** For writes: they return the rowid of the last insert, and rowids of the index exceed safe integers. */
  const writing = lazily((sql) => {
    const prepared = database.prepare(sql);
    prepared.setReadBigInts(true);
    return prepared;
  });
  const arrays = lazily((sql) => {
    const prepared = database.prepare(sql);
    prepared.setReturnArrays(true);
    return prepared;
  });

  const vocabulary = createVocabulary(database);

  const inTransaction = (work: () => void) => {
    database.exec('BEGIN IMMEDIATE');
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      vocabulary.forgetAdded();
      // SQLite rolls back by itself when the disk is full.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };

  const idsMatching = (expression: string): Uint32Array<ArrayBuffer> => {
    // One JSON array of all ids takes a third of the time of one row each.
    const [row] = arrays('SELECT json_group_array(rowid) FROM word WHERE word MATCH ?').all(
      expression,
    ) as unknown as string[][];
    return new Uint32Array(JSON.parse(row?.[0] ?? '[]') as number[]);
  };

  const groupsMatching = (expression: string): MatchGroup[] => {
    const matching = idsMatching(expression);
    if (matching.length > rankLimit) {
      const inHeading = { ids: idsMatching(`{heading} : (${expression})`) };
      // Nobody pages past thousands of matches in headings.
      const inSummary =
        inHeading.ids.length > rankLimit ? [] : [{ ids: idsMatching(`{heading summary} : (${expression})`) }];
      return [inHeading, ...inSummary, { ids: matching }];
    }
    const rows = arrays(`SELECT rowid, bm25(word, ${weights}) FROM word WHERE word MATCH ?`).all(expression);
    const ranked = rows as unknown as [number, number][];
    return [{ ids: Uint32Array.from(ranked, ([id]) => id), scores: Float64Array.from(ranked, ([, score]) => score) }];
  };

  const idOf = (key: Uint8Array) =>
    statement('SELECT id FROM document WHERE key = ?').get(key)?.id as number | undefined;

  const insert = (key: Uint8Array, { data, body, heading, summary, text }: PreparedDocument, today: number): number => {
    const id = Number(
      writing('INSERT INTO document (key, data, body, seen) VALUES (?, ?, ?, ?)').run(key, data, body, today)
        .lastInsertRowid,
    );
    const columns = [heading, summary, text].map(withHyphenatedJoined).map(foldText);
    writing('INSERT INTO word (rowid, heading, summary, body) VALUES (?, ?, ?, ?)').run(id, ...columns);
    for (const column of columns) vocabulary.add(column);
    return id;
  };

  return {
    async read(
      { directory, files, revision, tokens, today, onProgress }: ReadRequest,
      prepare: PrepareAll,
    ): Promise<DocumentReading> {
      const ids = new Uint32Array(files.length);
      const problems: ContentProblem[] = [];
      const now = Date.now();
      const facts = createHash('sha256').update(JSON.stringify(tokens)).digest('hex').slice(0, 16);
      const folder = `${revision}:${facts}:${directory}`;
      const known = new Map(
        (
          arrays('SELECT path, stamp, document FROM file WHERE path >= ? AND path < ?').all(
            `${folder}/`,
            // "0" follows "/", so the range contains every path below the folder.
            `${folder}0`,
          ) as unknown as [string, string, number][]
        ).map(([path, stamp, id]) => [path, { stamp, id }]),
      );
      const pathOf = (name: string) => `${folder}/${name}`;
      const keyOf = (text: string) => {
        const hash = createHash('sha256').update(revision).update('\0').update(text);
        // Most texts refer to no fact and keep their key when one changes.
        if (dependsOnTokens(text, tokens)) hash.update('\0').update(facts);
        return hash.digest();
      };

      /** Runs a file operation; returns undefined and reports a problem if the file is unreadable. */
      const ofFile = <Result>(name: string, operation: (path: string) => Result): Result | undefined => {
        try {
          return operation(join(directory, name));
        } catch (error) {
          const reason = unreadable(error);
          if (!(reason instanceof UnreadableFileError)) throw error;
          problems.push({ file: name, line: reason.line, message: reason.message });
          return undefined;
        }
      };
      const statsOf = (path: string): Stats => {
        const stats = statSync(path);
        checkTextFile(stats);
        return stats;
      };

      const unread: { index: number; name: string; bytes: number; stamp: string | undefined }[] = [];
      for (const [index, name] of files.entries()) {
        const stats = ofFile(name, statsOf);
        if (!stats) continue;
        const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
        const before = known.get(pathOf(name));
        if (before?.stamp === stamp) ids[index] = before.id;
        else {
          const settled = Math.max(stats.mtimeMs, stats.ctimeMs) < now - settledMs;
          unread.push({ index, name, bytes: stats.size, stamp: settled ? stamp : undefined });
        }
      }

      const prepareBatch = async (start: number) => {
        const batch: ((typeof unread)[number] & { text: string; key: Buffer })[] = [];
        let end = start;
        for (let bytes = 0; end < unread.length && end < start + batchSize; end += 1) {
          const item = unread[end];
          if (!item || (end > start && bytes + item.bytes > batchBytes)) break;
          bytes += item.bytes;
          const text = ofFile(item.name, readTextFile);
          if (text !== undefined) batch.push({ ...item, text, key: keyOf(text) });
        }
        const missing = batch.filter(({ key }) => idOf(key) === undefined);
        const made = await prepare(missing.map(({ name, text }) => ({ file: name, text })));
        return { batch, end, made: new Map(missing.map(({ index }, at) => [index, made[at]])) };
      };
      // The next batch is prepared, possibly in other threads, while this one is written.
      let next = unread.length > 0 ? prepareBatch(0) : undefined;
      while (next) {
        const { batch, end, made } = await next;
        next = end < unread.length ? prepareBatch(end) : undefined;
        // A rejection surfaces when `next` is awaited, which never happens if the transaction throws.
        next?.catch(() => {});
        inTransaction(() => {
          for (const { index, name, stamp, key } of batch) {
            const result = made.get(index);
            if (result && 'problems' in result) {
              problems.push(...result.problems);
              continue;
            }
            const id = idOf(key) ?? (result && insert(key, result.document, today));
            if (id === undefined) continue;
            ids[index] = id;
            if (stamp) writing(putFile).run(pathOf(name), stamp, id);
          }
        });
        if (unread.length > 10 * batchSize) onProgress?.(end, unread.length);
      }

      const seenBefore = statement('SELECT count(*) AS stale FROM document WHERE seen < ?').get(today)?.stale as number;
      if (seenBefore > 0)
        writing('UPDATE document SET seen = ? WHERE seen < ? AND id IN (SELECT value FROM json_each(?))').run(
          today,
          today,
          JSON.stringify([...ids]),
        );
      return { ids, problems };
    },

    documents(ids: readonly number[]): StoredDocument[] {
      const get = arrays('SELECT lower(hex(key)), data FROM document WHERE id = ?');
      return ids.map((id) => {
        const [key, data] = get.get(id) as unknown as [string, string];
        return { id, key, data };
      });
    },

    body: (id: number) => statement('SELECT body FROM document WHERE id = ?').get(id)?.body as string | undefined,

    search(words: readonly Spellings[], isForgiving = false): MatchGroup[] {
      if (words.length === 0) return [];
      const exact = words.map(([word]) => begins(word)).join(' AND ');
      const others = words.map((spellings) => vocabulary.alternatives(spellings, isForgiving));
      if (others.every(({ length }) => length === 0)) return groupsMatching(exact);
      const wide = words.map(([word], index) => `(${[begins(word), ...(others[index] ?? [])].join(' OR ')})`);
      return [...groupsMatching(exact), ...groupsMatching(`(${wide.join(' AND ')}) NOT (${exact})`)];
    },

    nearest: vocabulary.nearest,

    /** Deletes documents that no content has used for days. Call it when nothing reads from an earlier content. */
    tidy(today: number): void {
      const stale = arrays('SELECT id FROM document WHERE seen < ? LIMIT ?');
      const some = () => (stale.all(today - unusedDays, batchSize) as unknown as [number][]).map(([id]) => id);
      let isTidied = false;
      for (let ids = some(); ids.length > 0; ids = some()) {
        isTidied = true;
        inTransaction(() => {
          for (const id of ids) {
            writing('DELETE FROM word WHERE rowid = ?').run(id);
            writing('DELETE FROM document WHERE id = ?').run(id);
          }
        });
      }
      if (!isTidied) return;
      writing('DELETE FROM file WHERE document NOT IN (SELECT id FROM document)').run();
      const isFound = arrays('SELECT 1 FROM word WHERE word MATCH ? LIMIT 1');
      inTransaction(() => vocabulary.keep((term) => isFound.get(`"${term}"`) !== undefined));
    },

    close: () => database.close(),
  };
}

/** Two to four hyphenated words. Their lengths are limited, since a text may be a million letters without a hyphen. */
const hyphenated = /(?<![\p{L}\p{N}])\p{L}{1,40}(?:[-\u2010\u2011]\p{L}{1,40}){1,3}/gu;

/** Appends the hyphenated words of a text without their hyphens, so that "email" finds "e-mail". */
function withHyphenatedJoined(text: string): string {
  const joined = Array.from(text.matchAll(hyphenated), ([word]) => word.replace(/[-\u2010\u2011]/gu, ''));
  return [text, ...joined].join(' ');
}

function open(file: string): DatabaseSync {
  if (file === ':memory:') return withTables(new DatabaseSync(file));
  const directory = dirname(file);
  // Not its parent: a deleted data directory is not recreated.
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
  try {
    return withTables(new DatabaseSync(file, { timeout: 5000 }));
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    // SQLITE_CORRUPT, SQLITE_NOTADB.
    if (errcode === undefined || ![11, 26].includes(errcode & 0xff)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return withTables(new DatabaseSync(file, { timeout: 5000 }));
  }
}

function withTables(database: DatabaseSync): DatabaseSync {
  try {
    // Commits need not wait for the disk, since all data can be derived again; WAL still prevents corruption.
    database.exec(`
      PRAGMA page_size = 8192;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -32768;
      PRAGMA mmap_size = 1073741824;
    `);
    database.exec(tables);
    database.exec(vocabularyTables);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function lazily(prepare: (sql: string) => StatementSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => prepared.getOrInsertComputed(sql, prepare);
}
