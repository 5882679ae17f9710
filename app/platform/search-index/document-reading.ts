import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { foldText } from '../../shared/fold-text.ts';
import type { ContentProblem } from '../content/problem.ts';
import { checkTextFile, readTextFile, UnreadableFileError, unreadable } from '../content/read-text.ts';
import { dependsOnTokens, type Tokens } from '../content/tokens.ts';
import type { Statements } from './document-statements.ts';
import type { DocumentReading, Prepare, PreparedDocument } from './document-store.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Maximum number of documents in one transaction. */
const batchSize = 200;

/** Maximum bytes of the texts in one transaction, unless a single text is larger. */
const batchBytes = 4 * 1024 * 1024;

/** A file changed less than this time ago may change again without a new timestamp, ms. */
const settledMs = 2000;

const putFile = `
  INSERT INTO file (path, stamp, document) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET stamp = excluded.stamp, document = excluded.document
`;

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

interface DocumentTables extends Statements {
  readonly vocabulary: Vocabulary;
  readonly inTransaction: (work: () => void) => void;
}

/** A file that has changed since it was last read, or may have. */
interface UnreadFile {
  readonly index: number;
  readonly name: string;
  readonly bytes: number;
  /** Identifies this state of the file; undefined if it may change again without a new one. */
  readonly stamp: string | undefined;
}

/** Reads files and prepares those that are new or changed; see `DocumentStore`. */
export async function readDocuments(
  request: ReadRequest,
  prepare: PrepareAll,
  tables: DocumentTables,
): Promise<DocumentReading> {
  const { files, today, onProgress } = request;
  const { statement, writing, inTransaction } = tables;
  const names = createNames(request);
  const reader = createFileReader(request.directory);
  const ids = new Uint32Array(files.length);
  const unread: UnreadFile[] = [];
  const stored = storedFiles(names.folder, tables);
  for (const [index, name] of files.entries()) {
    const state = reader.stateOf(name);
    if (!state) continue;
    const known = stored.get(names.pathOf(name));
    if (known?.stamp === state.stamp) ids[index] = known.id;
    else unread.push({ index, name, bytes: state.bytes, stamp: state.isSettled ? state.stamp : undefined });
  }
  const idOf = (key: Uint8Array) =>
    statement('SELECT id FROM document WHERE key = ?').get(key)?.id as number | undefined;

  const prepareBatch = async (start: number) => {
    const batch: (UnreadFile & { text: string; key: Buffer })[] = [];
    let end = start;
    for (let bytes = 0; end < unread.length && end < start + batchSize; end += 1) {
      const item = unread[end];
      if (!item || (end > start && bytes + item.bytes > batchBytes)) break;
      bytes += item.bytes;
      const text = reader.textOf(item.name);
      if (text !== undefined) batch.push({ ...item, text, key: names.keyOf(text) });
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
          reader.problems.push(...result.problems);
          continue;
        }
        const id = idOf(key) ?? (result && insert(key, result.document, today, tables));
        if (id === undefined) continue;
        ids[index] = id;
        if (stamp) writing(putFile).run(names.pathOf(name), stamp, id);
      }
    });
    if (unread.length > 10 * batchSize) onProgress?.(end, unread.length);
  }
  markAsSeen(ids, today, tables);
  return { ids, problems: reader.problems };
}

/** Names of files and keys of texts in the database, for one directory, program and set of facts. */
function createNames({ directory, revision, tokens }: ReadRequest) {
  const facts = createHash('sha256').update(JSON.stringify(tokens)).digest('hex').slice(0, 16);
  const folder = `${revision}:${facts}:${directory}`;
  return {
    folder,
    pathOf: (name: string) => `${folder}/${name}`,
    keyOf: (text: string) => {
      const hash = createHash('sha256').update(revision).update('\0').update(text);
      // Most texts refer to no fact and keep their key when one changes.
      if (dependsOnTokens(text, tokens)) hash.update('\0').update(facts);
      return hash.digest();
    },
  };
}

/** Reads files of a directory, and lists those that are unreadable as problems. */
function createFileReader(directory: string) {
  const problems: ContentProblem[] = [];
  const now = Date.now();
  const attempt = <Result>(name: string, operation: (path: string) => Result): Result | undefined => {
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
  return {
    problems,
    textOf: (name: string) => attempt(name, readTextFile),
    stateOf(name: string) {
      const stats = attempt(name, statsOf);
      if (!stats) return undefined;
      const { size, mtimeMs, ctimeMs, ino } = stats;
      const isSettled = Math.max(mtimeMs, ctimeMs) < now - settledMs;
      return { bytes: size, stamp: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, isSettled };
    },
  };
}

/** Returns the files of a folder that have documents, by their paths. */
function storedFiles(folder: string, { arrays }: Statements) {
  // "0" follows "/", so the range contains every path below the folder.
  const rows = arrays('SELECT path, stamp, document FROM file WHERE path >= ? AND path < ?').all(
    `${folder}/`,
    `${folder}0`,
  ) as unknown as [string, string, number][];
  return new Map(rows.map(([path, stamp, id]) => [path, { stamp, id }]));
}

function insert(key: Uint8Array, document: PreparedDocument, today: number, tables: DocumentTables): number {
  const { data, body, heading, summary, text } = document;
  const { writing, vocabulary } = tables;
  const id = Number(
    writing('INSERT INTO document (key, data, body, seen) VALUES (?, ?, ?, ?)').run(key, data, body, today)
      .lastInsertRowid,
  );
  const columns = [heading, summary, text].map(withHyphenatedJoined).map(foldText);
  writing('INSERT INTO word (rowid, heading, summary, body) VALUES (?, ?, ?, ?)').run(id, ...columns);
  for (const column of columns) vocabulary.add(column);
  return id;
}

/** Notes that content uses documents on a day, so that they are not deleted. */
function markAsSeen(ids: Uint32Array, today: number, { statement, writing }: Statements): void {
  const { stale } = statement('SELECT count(*) AS stale FROM document WHERE seen < ?').get(today) as { stale: number };
  if (stale === 0) return;
  writing('UPDATE document SET seen = ? WHERE seen < ? AND id IN (SELECT value FROM json_each(?))').run(
    today,
    today,
    JSON.stringify([...ids]),
  );
}

/** Two to four hyphenated words. Their lengths are limited, since a text may be a million letters without a hyphen. */
const hyphenated = /(?<![\p{L}\p{N}])\p{L}{1,40}(?:[-\u2010\u2011]\p{L}{1,40}){1,3}/gu;

/** Appends the hyphenated words of a text without their hyphens, so that "email" finds "e-mail". */
function withHyphenatedJoined(text: string): string {
  const joined = Array.from(text.matchAll(hyphenated), ([word]) => word.replace(/[-\u2010\u2011]/gu, ''));
  return [text, ...joined].join(' ');
}
