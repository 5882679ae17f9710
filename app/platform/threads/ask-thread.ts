import type { Worker } from 'node:worker_threads';

/** A thread gave no result: its function threw, or the thread ended. */
export class ThreadError extends Error {
  override readonly name: string = 'ThreadError';
}

/** The thread ended before it replied, or was given up; the message completes "cannot be done: …". */
export class ThreadEndedError extends ThreadError {
  override readonly name = 'ThreadEndedError';
}

/** The message of a `ThreadEndedError` where the thread ended by itself, neither for its memory nor for the time it took. */
export const exitedByItself = 'its thread has ended';

/**
 * Sends a request to a thread that works on one at a time, and resolves with its reply.
 * @param options.transferred is moved to the thread instead of copied
 * @param options.timeoutMs the longest time; without it there is none
 * @throws ThreadEndedError
 */
export async function askThread<Reply>(
  worker: Worker,
  request: unknown,
  { transferred = [], timeoutMs }: { transferred?: ArrayBuffer[]; timeoutMs?: number } = {},
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
