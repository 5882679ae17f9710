import { availableParallelism } from 'node:os';
import { openDocumentDatabase } from './document-database.ts';
import type { ReadRequest } from './document-reading.ts';
import { createPreparerThreads } from './preparer-threads.ts';

// The thread for the database of documents: reading and searching do not block the thread that serves visitors.

/** The functions that the thread offers, by name. */
export type DocumentCalls = ReturnType<typeof createCalls>;

/** A call of one function, by its name. */
export interface DocumentCall {
  /** The database, the same in each call. */
  readonly file: string;
  /** Whether ids of the database are in use. */
  readonly isInUse: boolean;
  /** URL of the module that exports `prepare`, the same in each call. */
  readonly preparer: string;
  readonly name: keyof DocumentCalls;
  readonly parameters: readonly unknown[];
}

/** How far a long preparation is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Number of texts from which several threads are worthwhile; each takes about 0.2 s to start. */
const manyTexts = 100;

/** Maximum number of preparer threads, some 60 MB each: preparing a text takes about as long as writing it to the database. */
const maxPreparers = 3;

let calls: DocumentCalls | undefined;

/** Entry point of the thread (`createSerialThread`). Sends its progress as notices. */
export function run(call: DocumentCall, notify: (progress: Progress) => void): unknown {
  calls ??= createCalls(call, notify);
  const { name, parameters } = call;
  return (calls[name] as (...values: readonly unknown[]) => unknown)(...parameters);
}

function createCalls({ file, isInUse, preparer }: DocumentCall, notify: (progress: Progress) => void) {
  const database = openDocumentDatabase(file, { isInUse });
  const maxThreads = Math.min(maxPreparers, Math.max(1, availableParallelism() - 1));
  const preparers = createPreparerThreads({ preparer, maxThreads, manyTexts });
  return {
    ...database,
    /** Starts a preparer thread ahead of the next reading. */
    expectReading: preparers.start,
    read: (request: Omit<ReadRequest, 'onProgress'>) =>
      database.read({ ...request, onProgress: (done, total) => notify({ done, total }) }, (texts) =>
        preparers.prepareAll(texts, request.tokens),
      ),
  };
}
