import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openDocumentDatabase } from './document-database.ts';
import type { ReadRequest } from './document-reading.ts';
import type { MatchGroup } from './document-store.ts';
import { createPreparerThreads } from './preparer-threads.ts';

// The thread for the database of documents: reading and searching do not block the thread that serves visitors.

export interface DocumentWorkerData {
  /** The database. */
  readonly file: string;
  /** URL of the module that exports `prepare`. */
  readonly preparer: string;
}

/** The functions that the thread of the database offers, by name. */
export type DocumentCalls = ReturnType<typeof documentCalls>;

/** A request to the thread of the database; the reply has the same `id`. */
export interface DocumentWorkerCall {
  readonly id: number;
  readonly call: keyof DocumentCalls;
  readonly parameters: readonly unknown[];
}

export type DocumentWorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: unknown }
  | { readonly progress: { readonly done: number; readonly total: number } };

/** Number of texts from which several threads are worthwhile; each takes about 0.2 s to start. */
const manyTexts = 100;

/** Maximum number of preparer threads, some 60 MB each: preparing a text takes about as long as writing it to the database. */
const maxPreparers = 3;

const { file, preparer } = workerData as DocumentWorkerData;
const port = parentPort;
if (!port) throw new Error('This module is the body of a thread');
const reply = (response: DocumentWorkerReply, moved: ArrayBuffer[] = []) => port.postMessage(response, moved);
const calls = documentCalls();
port.on('message', async ({ id, call, parameters }: DocumentWorkerCall) => {
  try {
    const result = await (calls[call] as (...values: readonly unknown[]) => unknown)(...parameters);
    reply({ id, result }, call === 'search' ? buffersOf(result as MatchGroup[]) : []);
  } catch (error) {
    reply({ id, error });
  }
  if (call === 'close') port.close();
});

/** Buffers that are transferred to the calling thread instead of copied: a very common word finds 400 KB in each group. */
function buffersOf(groups: readonly MatchGroup[]): ArrayBuffer[] {
  return groups.flatMap(({ ids, scores }) => (scores ? [ids.buffer, scores.buffer] : [ids.buffer]));
}

function documentCalls() {
  const database = openDocumentDatabase(file);
  const maxThreads = Math.min(maxPreparers, Math.max(1, availableParallelism() - 1));
  const preparers = createPreparerThreads({ preparer, maxThreads, manyTexts });
  return {
    ...database,
    /** Starts a preparer thread ahead of the next reading. */
    expectReading: preparers.start,
    /** @param request.keepsPreparers whether the preparer threads stay for the next reading */
    read: ({ keepsPreparers, ...request }: Omit<ReadRequest, 'onProgress'> & { keepsPreparers: boolean }) =>
      database
        .read({ ...request, onProgress: (done, total) => reply({ progress: { done, total } }) }, (texts) =>
          preparers.prepareAll(texts, request.tokens),
        )
        .finally(() => (keepsPreparers ? undefined : preparers.close())),
  };
}
