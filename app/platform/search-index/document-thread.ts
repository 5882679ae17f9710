import { Worker } from 'node:worker_threads';
import { createPendingRequests } from '../threads/pending-requests.ts';
import type { DocumentCalls, DocumentWorkerCall, DocumentWorkerData, DocumentWorkerReply } from './document-worker.ts';

type CallName = keyof DocumentCalls;
type ParametersOf<Name extends CallName> = Parameters<DocumentCalls[Name]>;
type ResultOf<Name extends CallName> = Awaited<ReturnType<DocumentCalls[Name]>>;

/**
 * How long a thread waits for the next change or query before it ends, ms: an author usually makes several changes, and a visitor
 * several searches. A thread takes some 10 MB, and a new one is ready in less than a tenth of a second.
 */
const lingerMs = 30_000;

/**
 * Creates a thread that ends after a while without calls; the next call starts another one on the same file.
 * @param options.mayEnd whether another thread could continue: false for a store in memory, which lives in its thread
 * @param options.onFailure called when another thread replaces one that has failed
 */
export function createDocumentThread(options: {
  data: () => DocumentWorkerData;
  mayEnd: () => boolean;
  isClosed: () => boolean;
  onProgress: (progress: Record<string, number>) => void;
  onFailure: (cause: unknown) => void;
}) {
  const { data, mayEnd, isClosed, onProgress, onFailure } = options;
  let thread: ReturnType<typeof startThread> | undefined;
  let ending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pending = 0;
  const stop = async (): Promise<void> => {
    clearTimeout(timer);
    if (thread) ending = thread.stop();
    thread = undefined;
    await ending;
  };
  const start = () => {
    const failure = thread?.failure();
    if (failure && mayEnd()) {
      onFailure(failure);
      thread = undefined;
    }
    if (isClosed() && !thread) throw new Error('The store of documents is closed');
    thread ??= startThread(data(), onProgress);
    return thread;
  };
  const send = async <Name extends CallName>(
    call: Name,
    ...parameters: ParametersOf<Name>
  ): Promise<ResultOf<Name>> => {
    clearTimeout(timer);
    pending += 1;
    try {
      return await start().send(call, ...parameters);
    } finally {
      pending -= 1;
      if (pending === 0 && mayEnd()) timer = setTimeout(stop, lingerMs).unref();
    }
  };
  return { start, send, stop };
}

/** Heap limit of a database thread, MB. A list of 100,000 files takes some 100; texts come in batches of 4 MB. */
const databaseHeapMb = 1024;

/** Starts a thread of `document-worker.ts` and returns functions to call it. */
function startThread(data: DocumentWorkerData, onProgress: (progress: Record<string, number>) => void) {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: databaseHeapMb },
  });
  // Only a pending query keeps the process running.
  worker.unref();
  const pending = createPendingRequests<unknown>();
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    pending.rejectAll(failure);
  };
  worker.on('message', (reply: DocumentWorkerReply) => {
    if ('progress' in reply) return onProgress(reply.progress);
    const request = pending.take(reply.id);
    if (pending.size === 0) worker.unref();
    if ('error' in reply) request?.reject(reply.error);
    else request?.resolve(reply.result);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread of documents has ended')));

  const send = async <Name extends CallName>(
    call: Name,
    ...parameters: ParametersOf<Name>
  ): Promise<ResultOf<Name>> => {
    if (failure) throw failure;
    const { id, response } = pending.add();
    worker.ref();
    worker.postMessage({ id, call, parameters } satisfies DocumentWorkerCall);
    return (await response) as ResultOf<Name>;
  };
  return {
    send,
    /** The error with which the thread ended; undefined while it runs. */
    failure: () => failure,
    /** Stops the thread after its pending calls. */
    async stop() {
      if (failure) return;
      await send('close').catch(() => {});
      await worker.terminate();
    },
  };
}
