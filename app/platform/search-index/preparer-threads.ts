import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { Tokens } from '../content/tokens.ts';
import { askThread, exitedByItself, ThreadEndedError } from '../threads/ask-thread.ts';
import type { PrepareAll } from './document-database.ts';
import type { Prepare } from './document-store.ts';

/** A text that such a thread prepares. */
export interface PreparerRequest {
  file: string;
  text: string;
  tokens: Tokens;
}

/** What became of it; `failure` where the program that prepares could not be loaded. */
export type PreparerResponse = { result: ReturnType<Prepare> } | { failure: unknown };

/**
 * Heap of a thread that prepares, MB: what the costliest text of the allowed size takes (1 MB of one-letter words, rendered:
 * 360 MB). It is freed with the thread, and other texts take some 60.
 */
const heapMb = 512;

/** The longest time for one text; one of the allowed size takes some seconds, on a busy machine up to thirty. */
const timeoutMs = 120_000;

/** Prepares texts in threads of its own, started with the first text unless one was started before. */
export interface PreparerThreads {
  /** Starts a thread if there is none. */
  start(): void;
  prepareAll(texts: Parameters<PrepareAll>[0], tokens: Tokens): ReturnType<PrepareAll>;
  close(): Promise<void>;
}

/**
 * @param options.body module of the threads: it replies to each `PreparerRequest` with a `PreparerResponse`
 * @param options.count how many threads for so many texts
 */
export function createPreparerThreads(options: {
  body: URL;
  workerData: unknown;
  count: (texts: number) => number;
}): PreparerThreads {
  const { body, workerData, count } = options;
  const idle = new Set<Worker>();
  const started = new Set<Worker>();
  const start = () => {
    const worker = new Worker(body, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    started.add(worker);
    // Without any listener an error would end the process.
    worker.on('error', () => {});
    // One that ends while nobody waits for it would never respond to the next text.
    worker.on('exit', () => {
      started.delete(worker);
      idle.delete(worker);
    });
    return worker;
  };

  /** A text that ends its thread, or takes too long, is refused by name; the next text gets another thread. */
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
      // One that had waited may have been ending before it was sent this text.
      if (waiting && error.message === exitedByItself) return prepareOne(request, []);
      return { problems: [{ file, message: `cannot be prepared: ${error.message}; make it smaller or simpler` }] };
    }
    idle.add(worker);
    if ('failure' in response) throw response.failure;
    return response.result;
  };

  return {
    start() {
      if (started.size === 0) idle.add(start());
    },
    prepareAll: (texts, tokens) =>
      new PQueue({ concurrency: count(texts.length) }).addAll(
        texts.map((text) => () => prepareOne({ ...text, tokens })),
      ),
    async close() {
      await Promise.all([...started].map((worker) => worker.terminate()));
    },
  };
}
