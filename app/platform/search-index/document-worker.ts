import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentDatabase, openDocumentDatabase, type ReadRequest } from './document-database.ts';
import type { MatchGroup, Prepare, Spellings } from './document-store.ts';
import {
  createPreparerThreads,
  type PreparerRequest,
  type PreparerResponse,
  type PreparerThreads,
} from './preparer-threads.ts';

// A thread for the database of documents, or one that prepares documents: reading and searching do not block the thread that
// serves visitors, and a text that exceeds the preparer's limits ends only its own thread.

/** The role of the thread. */
export type DocumentWorkerData =
  | { role: 'database'; file: string; preparer: string }
  | { role: 'preparer'; preparer: string };

/** A request to the thread of the database; the reply has the same `id`. */
export type DocumentWorkerCall = {
  id: number;
} /** Starts a preparer thread ahead of the next reading. */ & (
  | { call: 'expect-reading' }
  | { call: 'read'; request: Omit<ReadRequest, 'onProgress'> }
  /** Ends the preparer threads. */
  | { call: 'rest' }
  | { call: 'documents'; ids: readonly number[] }
  | { call: 'body'; document: number }
  | { call: 'search'; words: readonly Spellings[]; isForgiving: boolean }
  | { call: 'nearest'; word: string }
  | { call: 'tidy'; today: number }
  | { call: 'close' }
);

export type DocumentWorkerReply =
  | { id: number; result: unknown }
  | { id: number; error: unknown }
  | { id: number; progress: { done: number; total: number } };

/** Number of texts from which several threads are worthwhile; each takes about 0.2 s to start. */
const manyTexts = 100;

/**
 * Maximum number of preparer threads on any machine. Preparing a text takes about as long as writing it to the database, so
 * that more threads would only wait, each with some 60 MB.
 */
const maxPreparers = 3;

const data = workerData as DocumentWorkerData;
const port = parentPort;
if (!port) throw new Error('This module is the body of a thread');

if (data.role === 'preparer') {
  // Loaded before the first text arrives: that takes longer than preparing most texts.
  const preparing = import(data.preparer).then((module: { prepare: Prepare }) => module.prepare);
  preparing.catch(() => {});
  const respond = async ({ file, text, tokens }: PreparerRequest): Promise<PreparerResponse> => {
    try {
      await preparing;
    } catch (failure) {
      return { failure };
    }
    try {
      return { result: (await preparing)(file, text, tokens) };
    } catch (error) {
      const reason = error instanceof RangeError ? 'it is nested too deeply' : String(error);
      return { result: { problems: [{ file, message: `cannot be prepared: ${reason}` }] } };
    }
  };
  port.on('message', async (request: PreparerRequest) => port.postMessage(await respond(request)));
} else {
  const database = openDocumentDatabase(data.file);
  const preparers = createPreparers(data.preparer);
  port.on('message', async (message: DocumentWorkerCall) => {
    const { id } = message;
    try {
      const result = await execute(database, message, preparers);
      const moved = message.call === 'search' ? buffersOf(result as MatchGroup[]) : [];
      port.postMessage({ id, result } satisfies DocumentWorkerReply, moved);
    } catch (error) {
      port.postMessage({ id, error } satisfies DocumentWorkerReply);
    }
    if (message.call === 'close') port.close();
  });
}

/** What is moved to the thread that asks instead of copied: a very common word finds 400 KB in each group. */
const buffersOf = (groups: readonly MatchGroup[]) =>
  groups.flatMap(({ ids, scores }): ArrayBuffer[] => (scores ? [ids.buffer, scores.buffer] : [ids.buffer]));

function execute(database: DocumentDatabase, message: DocumentWorkerCall, preparers: PreparerThreads): unknown {
  switch (message.call) {
    case 'expect-reading':
      return preparers.start();
    case 'read':
      return read(database, message.id, message.request, preparers);
    case 'rest':
      return preparers.close();
    case 'documents':
      return database.documents(message.ids);
    case 'body':
      return database.body(message.document);
    case 'search':
      return database.search(message.words, message.isForgiving);
    case 'nearest':
      return database.nearest(message.word);
    case 'tidy':
      return database.tidy(message.today);
    case 'close':
      return database.close();
  }
}

function createPreparers(preparer: string): PreparerThreads {
  return createPreparerThreads({
    body: new URL('./document-worker.ts', import.meta.url),
    workerData: { role: 'preparer', preparer } satisfies DocumentWorkerData,
    count: (texts) => (texts < manyTexts ? 1 : Math.min(maxPreparers, Math.max(1, availableParallelism() - 1))),
  });
}

const read = (
  database: DocumentDatabase,
  id: number,
  request: Omit<ReadRequest, 'onProgress'>,
  preparers: PreparerThreads,
) =>
  database.read(
    {
      ...request,
      onProgress: (done, total) => port?.postMessage({ id, progress: { done, total } } satisfies DocumentWorkerReply),
    },
    (texts) => preparers.prepareAll(texts, request.tokens),
  );
