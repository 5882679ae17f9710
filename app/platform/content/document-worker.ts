import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type DocumentDatabase, openDocumentDatabase, type PrepareAll, type ReadRequest } from './document-database.ts';
import type { Prepare } from './document-store.ts';
import type { Tokens } from './tokens.ts';

// A thread that holds the database of documents, or one that prepares some for it: neither reading nor searching stops
// the thread that answers visitors.

/** What the thread is for. */
export type DocumentWorkerData =
  | { role: 'database'; file: string; preparer: string }
  | { role: 'preparer'; preparer: string };

/** What the thread is asked; it answers with the same `id`. */
export type DocumentWorkerCall = { id: number } & (
  | { call: 'read'; request: Omit<ReadRequest, 'onProgress'> }
  | { call: 'documents'; ids: readonly number[] }
  | { call: 'body'; document: number }
  | { call: 'search'; words: readonly string[] }
  | { call: 'tidy'; today: number }
  | { call: 'prepare'; texts: Parameters<PrepareAll>[0]; tokens: Tokens }
  | { call: 'close' }
);

export type DocumentWorkerAnswer =
  | { id: number; result: unknown }
  | { id: number; error: unknown }
  | { id: number; progress: { done: number; total: number } };

/** Texts from which on it pays to start other threads that prepare, which takes each of them about 0.2 s. */
const manyTexts = 100;

/**
 * Threads that prepare, at most, whatever the machine has: one takes about as long for a text as the database takes to write
 * it, so that more than a few would only wait, each with some 60 MB.
 */
const mostHelpers = 3;

const data = workerData as DocumentWorkerData;
const port = parentPort;
if (!port) throw new Error('This module is the body of a thread');

let preparing: Promise<Prepare> | undefined;
/** Loaded with the first text: most starts find everything prepared. */
const preparer = () => {
  preparing ??= import(data.preparer).then((module: { prepare: Prepare }) => module.prepare);
  return preparing;
};
const prepareHere = async (texts: Parameters<PrepareAll>[0], tokens: Tokens) => {
  if (texts.length === 0) return [];
  const prepare = await preparer();
  return texts.map(({ file, text }) => prepare(file, text, tokens));
};

const database: DocumentDatabase | undefined = data.role === 'database' ? openDocumentDatabase(data.file) : undefined;

port.on('message', async (message: DocumentWorkerCall) => {
  const { id } = message;
  try {
    port.postMessage({ id, result: await answer(message) } satisfies DocumentWorkerAnswer);
  } catch (error) {
    port.postMessage({ id, error } satisfies DocumentWorkerAnswer);
  }
  if (message.call === 'close') port.close();
});

function answer(message: DocumentWorkerCall): unknown {
  if (message.call === 'prepare') return prepareHere(message.texts, message.tokens);
  if (!database) throw new Error('This thread has no database');
  switch (message.call) {
    case 'read':
      return read(database, message.id, message.request);
    case 'documents':
      return database.documents(message.ids);
    case 'body':
      return database.body(message.document);
    case 'search':
      return database.search(message.words);
    case 'tidy':
      return database.tidy(message.today);
    case 'close':
      return database.close();
  }
}

async function read(database: DocumentDatabase, id: number, request: Omit<ReadRequest, 'onProgress'>) {
  const helpers: Worker[] = [];
  const answers = new Map<number, (answer: DocumentWorkerAnswer) => void>();
  let calls = 0;
  const askHelper = (helper: Worker, texts: Parameters<PrepareAll>[0]) =>
    new Promise<ReturnType<Prepare>[]>((resolve, reject) => {
      calls += 1;
      answers.set(calls, (answer) => {
        if ('error' in answer) reject(answer.error);
        else if ('result' in answer) resolve(answer.result as ReturnType<Prepare>[]);
      });
      helper.once('error', reject);
      helper.postMessage({ id: calls, call: 'prepare', texts, tokens: request.tokens } satisfies DocumentWorkerCall);
    });
  const prepareAll: PrepareAll = async (texts) => {
    if (texts.length < manyTexts && helpers.length === 0) return prepareHere(texts, request.tokens);
    const wanted = Math.min(mostHelpers, Math.max(1, availableParallelism() - 1));
    while (helpers.length < wanted) {
      const helper = new Worker(new URL(import.meta.url), {
        workerData: { role: 'preparer', preparer: data.preparer } satisfies DocumentWorkerData,
      });
      helper.setMaxListeners(0);
      helper.on('message', (answer: DocumentWorkerAnswer) => {
        answers.get(answer.id)?.(answer);
        answers.delete(answer.id);
      });
      helpers.push(helper);
    }
    const share = Math.ceil(texts.length / helpers.length);
    const parts = helpers.map((helper, index) => askHelper(helper, texts.slice(index * share, (index + 1) * share)));
    return (await Promise.all(parts)).flat();
  };
  try {
    return await database.read(
      {
        ...request,
        onProgress: (done, total) =>
          port?.postMessage({ id, progress: { done, total } } satisfies DocumentWorkerAnswer),
      },
      prepareAll,
    );
  } finally {
    await Promise.all(helpers.map((helper) => helper.terminate()));
  }
}
