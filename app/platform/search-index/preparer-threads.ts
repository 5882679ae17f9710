import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { Tokens } from '../content/tokens.ts';
import { askThread, exitedByItself, ThreadEndedError } from '../threads/ask-thread.ts';
import type { PrepareAll } from './document-database.ts';
import type { Prepare } from './document-store.ts';

/** A text for a preparer thread. */
export interface PreparerRequest {
  file: string;
  text: string;
  tokens: Tokens;
}

/** The result of preparing a text; `failure` if the preparer could not be loaded. */
export type PreparerResponse = { result: ReturnType<Prepare> } | { failure: unknown };

/**
 * Heap limit of a preparer thread, MB: enough for the most expensive text of the allowed size (1 MB of one-letter words,
 * rendered: 360 MB). Ordinary texts take some 60 MB. The heap is freed when the thread ends.
 */
const heapMb = 512;

/** Timeout for one text. One of the allowed size takes some seconds, on a busy machine up to thirty. */
const timeoutMs = 120_000;

/**
 * Prepares texts in separate threads, started with the first text or by `start`.
 * @param options.body module of the threads: it replies to each `PreparerRequest` with a `PreparerResponse`
 * @param options.count number of threads for a number of texts
 */
export function createPreparerThreads(options: { body: URL; workerData: unknown; count: (texts: number) => number }) {
  const { body, workerData, count } = options;
  const idle = new Set<Worker>();
  const started = new Set<Worker>();
  const start = () => {
    const worker = new Worker(body, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    started.add(worker);
    // Without any listener an error would end the process.
    worker.on('error', () => {});
    // A thread that ended while idle would never respond to the next text.
    worker.on('exit', () => {
      started.delete(worker);
      idle.delete(worker);
    });
    return worker;
  };

  /** Prepares one text. If it ends its thread or takes too long, it is reported as a problem, and the next text gets a new thread. */
  const prepareOne = async (
    request: PreparerRequest,
    [waiting]: Iterable<Worker> = idle,
  ): Promise<ReturnType<Prepare>> => {
    const { file } = request;
    const worker = waiting ?? start();
    idle.delete(worker);
    let response: PreparerResponse;
    try {
      response = await askThread<PreparerResponse>(worker, request, { timeoutMs });
    } catch (error) {
      if (!(error instanceof ThreadEndedError)) throw error;
      await worker.terminate();
      // An idle thread may already have been ending when it was sent this text.
      if (waiting && error.message === exitedByItself) return prepareOne(request, []);
      return { problems: [{ file, message: `cannot be prepared: ${error.message}; make it smaller or simpler` }] };
    }
    idle.add(worker);
    if ('failure' in response) throw response.failure;
    return response.result;
  };

  return {
    /** Starts a thread if there is none. */
    start(): void {
      if (started.size === 0) idle.add(start());
    },
    prepareAll: (texts: Parameters<PrepareAll>[0], tokens: Tokens): ReturnType<PrepareAll> =>
      new PQueue({ concurrency: count(texts.length) }).addAll(
        texts.map((text) => () => prepareOne({ ...text, tokens })),
      ),
    async close(): Promise<void> {
      await Promise.all([...started].map((worker) => worker.terminate()));
    },
  };
}
