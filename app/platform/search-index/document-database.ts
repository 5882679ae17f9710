import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type PrepareAll, type ReadRequest, readDocuments } from './document-reading.ts';
import { searchDocuments } from './document-search.ts';
import { createStatements } from './document-statements.ts';
import type { DocumentReading, MatchGroup, Spellings, StoredDocument } from './document-store.ts';
import { createVocabulary, vocabularyTables } from './vocabulary.ts';

/** Name of the database file. Raise its number with any change of the tables below or of the text indexed by `document-reading.ts`. */
export const databaseName = 'documents-4.sqlite';

/** Maximum number of documents deleted in one transaction. */
const batchSize = 200;

/** Days after which a document that no content has used is deleted. */
const unusedDays = 7;

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

/**
 * Opens the SQLite database behind a `DocumentStore`, whose functions are synchronous here, except for reading: see
 * `document-worker.ts`.
 * @param file absolute path, or `:memory:`; a damaged file is replaced, since all of it can be derived again
 * @param options.isInUse whether ids of the file are in use, so that it is neither created nor replaced: the same ids would get other texts
 */
export function openDocumentDatabase(file: string, { isInUse = false }: { isInUse?: boolean } = {}) {
  if (isInUse && !existsSync(file))
    throw new Error(`${file} was removed while the site ran; restart the site, which prepares the articles again`);
  const database = open(file, isInUse);
  const statements = createStatements(database);
  const { statement, writing, arrays } = statements;
  const vocabulary = createVocabulary(statements);
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

  return {
    read: (request: ReadRequest, prepare: PrepareAll): Promise<DocumentReading> =>
      readDocuments(request, prepare, { ...statements, vocabulary, inTransaction }),

    documents(ids: readonly number[]): StoredDocument[] {
      const get = arrays('SELECT lower(hex(key)), data FROM document WHERE id = ?');
      return ids.map((id) => {
        const [key, data] = get.get(id) as unknown as [string, string];
        return { id, key, data };
      });
    },

    body: (id: number) => statement('SELECT body FROM document WHERE id = ?').get(id)?.body as string | undefined,

    search: (words: readonly Spellings[], isForgiving = false): MatchGroup[] =>
      searchDocuments(words, isForgiving, { ...statements, vocabulary }),

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

function open(file: string, isInUse: boolean): DatabaseSync {
  if (file === ':memory:') return withTables(new DatabaseSync(file));
  const directory = dirname(file);
  // Not its parent: a deleted data directory is not recreated.
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
  try {
    return withTables(new DatabaseSync(file, { timeout: 5000 }));
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    // SQLITE_CORRUPT, SQLITE_NOTADB.
    if (isInUse || errcode === undefined || ![11, 26].includes(errcode & 0xff)) throw error;
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
