import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { ThreadResponse, ThreadWorkerData } from './serial-thread-worker.ts';

/** The module's function threw, or the thread ended: out of memory, for one. The next input gets another thread. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

/** Runs one function in a thread of its own, one input at a time. */
export interface SerialThread<Input, Result> {
  /**
   * @param prepare makes the input when its turn comes, so that inputs that wait take no memory. What `transferred` names is
   *   moved to the thread instead of copied.
   * @throws ThreadError, or what `prepare` throws
   */
  run(prepare: () => Promise<{ input: Input; transferred?: ArrayBuffer[] }>): Promise<Result>;
  /** Ends the thread once nothing waits any more. */
  end(): Promise<void>;
}

interface SerialThreadOptions {
  /** Exports `run`, which takes an input and returns a result, both structured-cloneable. */
  readonly module: URL;
  /** Memory for the function's objects, without the bytes of buffers. */
  readonly maxHeapMegabytes: number;
}

/** Makes such a thread; it starts with the first input, and does not keep the process while it is idle. */
export function createSerialThread<Input, Result>(options: SerialThreadOptions): SerialThread<Input, Result> {
  const { module, maxHeapMegabytes } = options;
  let worker: Worker | undefined;
  const queue = new PQueue({ concurrency: 1 });

  function startWorker(): Worker {
    const started = new Worker(new URL('./serial-thread-worker.ts', import.meta.url), {
      workerData: { module: module.href } satisfies ThreadWorkerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    started.unref();
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    return started.once('error', forget).once('exit', forget);
  }

  return {
    run: (prepare) =>
      queue.add(async () => {
        const { input, transferred = [] } = await prepare();
        worker ??= startWorker();
        return ask<Result>(worker, input, transferred);
      }),
    async end() {
      await queue.onIdle();
      await worker?.terminate();
    },
  };
}

function ask<Result>(worker: Worker, input: unknown, transferred: ArrayBuffer[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const onMessage = (response: ThreadResponse) => {
      settle();
      if ('failure' in response) reject(new ThreadError(response.failure));
      else resolve(response.result as Result);
    };
    const onError = (error: Error) => {
      settle();
      reject(new ThreadError(error.message, { cause: error }));
    };
    const onExit = () => {
      settle();
      reject(new ThreadError('The thread has ended'));
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(input, transferred);
  });
}
