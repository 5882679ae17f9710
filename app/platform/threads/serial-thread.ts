import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { ThreadResponse, ThreadWorkerData } from './serial-thread-worker.ts';

/** A thread returned no result: its function threw, or the thread ended. */
export class ThreadError extends Error {
  override readonly name: string = 'ThreadError';
}

/** The thread ended or timed out before it replied; the message completes "cannot be done: …". */
export class ThreadEndedError extends ThreadError {
  override readonly name = 'ThreadEndedError';
}

/** The message of a `ThreadEndedError` if the thread exited by itself, neither out of memory nor by a timeout. */
export const exitedByItself = 'its thread has ended';

/** Runs one function in a separate thread, one input at a time. */
export interface SerialThread<Input, Result> extends AsyncDisposable {
  /**
   * @param prepare creates the input when its turn comes, so that queued inputs take no memory. Buffers in `transferred` are
   *   moved to the thread instead of copied
   * @throws ThreadError, after which the next input gets another thread, or the error of `prepare`
   */
  run(prepare: () => Promise<{ input: Input; transferred?: ArrayBuffer[] }>): Promise<Result>;
  /** Ends the thread after all queued inputs. */
  end(): Promise<void>;
}

interface SerialThreadOptions {
  /** Exports `run`, which takes an input and returns a result, both structured-cloneable. */
  readonly module: URL;
  /** Heap limit of the thread in MB, without the bytes of buffers. */
  readonly maxHeapMegabytes: number;
  /** Maximum time of one input, ms; no limit if absent. */
  readonly timeoutMs?: number;
}

/** Creates a serial thread. It starts with the first input and does not keep the process running while idle. */
export function createSerialThread<Input, Result>(options: SerialThreadOptions): SerialThread<Input, Result> {
  const { module, maxHeapMegabytes, timeoutMs } = options;
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

  const end = async () => {
    await queue.onIdle();
    await worker?.terminate();
  };
  return {
    run: (prepare) =>
      queue.add(async () => {
        const { input, transferred = [] } = await prepare();
        worker ??= startWorker();
        const called = worker;
        const response = await callThread(called, input, { transferred, timeoutMs }).catch(async (error) => {
          // It may still be running, past its timeout.
          await called.terminate();
          throw error;
        });
        if ('failure' in response) throw new ThreadError(response.failure);
        return response.result as Result;
      }),
    end,
    [Symbol.asyncDispose]: end,
  };
}

/** Sends an input to the thread and resolves with its response. @throws ThreadEndedError */
async function callThread(
  worker: Worker,
  input: unknown,
  { transferred, timeoutMs }: { transferred: ArrayBuffer[]; timeoutMs: number | undefined },
): Promise<ThreadResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadResponse>();
  const fail = (reason: string, cause?: unknown) => reject(new ThreadEndedError(reason, { cause }));
  const heapMb = worker.resourceLimits?.maxOldGenerationSizeMb;
  const onError = (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it takes more than ${heapMb} MB of memory` : String(error),
      error,
    );
  const onExit = () => fail(exitedByItself);
  const timer = timeoutMs && setTimeout(() => fail(`it takes longer than ${timeoutMs / 1000} s`), timeoutMs);
  worker.on('message', resolve).on('error', onError).on('exit', onExit);
  try {
    // Throws for inputs that are nested too deeply.
    worker.postMessage(input, transferred);
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}
