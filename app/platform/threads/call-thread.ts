import type { Worker } from 'node:worker_threads';

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

/**
 * Sends a request to a thread that handles one at a time, and resolves with its reply. @throws ThreadEndedError
 * @param options.transferred buffers that are moved to the thread instead of copied
 * @param options.timeoutMs maximum time, ms; no limit if absent
 */
export async function callThread<Reply>(
  worker: Worker,
  request: unknown,
  { transferred = [], timeoutMs }: { transferred?: ArrayBuffer[]; timeoutMs?: number | undefined } = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
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
  worker.postMessage(request, transferred);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}
