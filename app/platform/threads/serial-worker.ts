import { type ForkOptions, fork, type Serializable } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { ThreadData, WorkerMessage, WorkerResponse } from './serial-worker-entry.ts';

/** A worker returned no result: its function threw the `cause`, or the worker ended. */
export class WorkerError extends Error {
  override readonly name: string = 'WorkerError';
}

/** The worker ended or timed out before it replied; the message completes "cannot be done: …". */
export class WorkerEndedError extends WorkerError {
  override readonly name: string = 'WorkerEndedError';
}

/** An input took longer than `timeoutMs`. */
export class WorkerTimeoutError extends WorkerEndedError {
  override readonly name = 'WorkerTimeoutError';
}

/** The message of a `WorkerEndedError` if a thread exited by itself, neither out of memory nor by a timeout. */
export const exitedByItself = 'its thread has ended';

/** Runs one function in a separate thread or process, one input at a time. */
export interface SerialWorker<Input, Result> extends AsyncDisposable {
  /**
   * @param prepare creates the input when its turn comes, so that queued inputs take no memory. Buffers in `transferred` are
   *   moved to a thread instead of copied
   * @throws WorkerError, after which the next input gets another thread or process, or the error of `prepare`
   */
  run(prepare: () => Promise<{ input: Input; transferred?: ArrayBuffer[] }>): Promise<Result>;
  /** Ends the thread or process after all queued inputs. */
  end(): Promise<void>;
}

interface SerialWorkerOptions {
  /** Exports `run`, which takes an input and a function that sends a notice, and returns a result, all structured-cloneable. */
  readonly module: URL;
  /** Heap limit in MB, without the bytes of buffers; Node's own if absent. */
  readonly maxHeapMegabytes?: number;
  /** Maximum time of one input, ms, including the start if there is one; no limit if absent. */
  readonly timeoutMs?: number;
  /** How long it waits for another input before it ends, ms; no limit if absent. */
  readonly idleMs?: number | undefined;
  /** Called with each notice that `run` sends before its result. */
  readonly onNotice?: (notice: unknown) => void;
}

interface Runner {
  readonly events: EventEmitter;
  post(input: unknown, transferred: ArrayBuffer[]): void;
  /** Sets whether it keeps this program running. */
  hold(isHeld: boolean): void;
  /** Ends it while it has no input. */
  end(): Promise<unknown>;
  kill(): Promise<unknown>;
  exitReason(code: number, signal?: string | null): string;
}

const entry = new URL('./serial-worker-entry.ts', import.meta.url);

/** Creates a serial thread. It starts with the first input and does not keep the process running while idle. */
export function createSerialThread<Input, Result>(options: SerialWorkerOptions): SerialWorker<Input, Result> {
  const { module, maxHeapMegabytes } = options;
  return createSerialWorker(options, () => {
    const worker = new Worker(entry, {
      workerData: { module: module.href } satisfies ThreadData,
      resourceLimits: maxHeapMegabytes === undefined ? {} : { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    return {
      events: worker,
      post: (input, transferred) => worker.postMessage(input, transferred),
      hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      end: () => worker.terminate(),
      kill: () => worker.terminate(),
      exitReason: () => exitedByItself,
    };
  });
}

/**
 * Creates a serial process, which a crash of native code ends alone, and whose memory is free when it has ended.
 * @param options.args further arguments of the process, from `process.argv[3]`
 * @param options.env its variables; those of this process by default
 */
export function createSerialProcess<Input, Result>(
  options: SerialWorkerOptions & { args?: readonly string[]; env?: NonNullable<ForkOptions['env']> },
): SerialWorker<Input, Result> {
  const { module, maxHeapMegabytes, args = [], env } = options;
  return createSerialWorker(options, () => {
    const child = fork(fileURLToPath(entry), [module.href, ...args], {
      ...(env && { env }),
      execArgv: maxHeapMegabytes === undefined ? [] : [`--max-old-space-size=${maxHeapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A group of its own: Ctrl+C would end the process before it can ignore the signal, and fail the inputs that it started for.
      detached: true,
    });
    return {
      events: child,
      // Without a free file descriptor there is no channel, only an error event.
      post: (input) => void child.send?.(input as Serializable),
      hold(isHeld) {
        for (const handle of [child, child.channel]) isHeld ? handle?.ref() : handle?.unref();
      },
      end: async () => child.connected && child.disconnect(),
      kill: async () => child.kill('SIGKILL'),
      exitReason: (code, signal) => `its process has ended with ${signal ?? code}`,
    };
  });
}

function createSerialWorker<Input, Result>(
  options: SerialWorkerOptions,
  start: () => Runner,
): SerialWorker<Input, Result> {
  const { idleMs, onNotice } = options;
  const queue = new PQueue({ concurrency: 1 });
  let runner: Runner | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const startRunner = (): Runner => {
    const started = start();
    const forget = () => {
      if (runner === started) runner = undefined;
    };
    started.events.on('error', forget).on('exit', forget);
    started.events.on('message', (message: WorkerMessage) => {
      if ('notice' in message) onNotice?.(message.notice);
    });
    return started;
  };
  const end = async () => {
    await queue.onIdle();
    clearTimeout(idleTimer);
    const ended = runner;
    runner = undefined;
    await ended?.end();
  };
  const runNext: SerialWorker<Input, Result>['run'] = async (prepare) => {
    const { input, transferred = [] } = await prepare();
    runner ??= startRunner();
    const called = runner;
    const response = await call(called, input, transferred, options).catch(async (error) => {
      // It may still be running, past its timeout.
      if (runner === called) runner = undefined;
      await called.kill();
      throw error;
    });
    if ('failure' in response) throw new WorkerError(String(response.failure), { cause: response.failure });
    return response.result as Result;
  };
  return {
    run: (prepare) =>
      queue.add(async () => {
        clearTimeout(idleTimer);
        try {
          return await runNext(prepare);
        } finally {
          if (idleMs !== undefined) idleTimer = setTimeout(end, idleMs).unref();
        }
      }),
    end,
    [Symbol.asyncDispose]: end,
  };
}

/** Sends an input and resolves with its response. @throws WorkerEndedError */
async function call(
  { events, post, hold, exitReason }: Runner,
  input: unknown,
  transferred: ArrayBuffer[],
  { maxHeapMegabytes, timeoutMs }: SerialWorkerOptions,
): Promise<WorkerResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerResponse>();
  const fail = (reason: string, cause?: unknown) => reject(new WorkerEndedError(reason, { cause }));
  const onMessage = (message: WorkerMessage) => {
    if (!('notice' in message)) resolve(message);
  };
  const onError = (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it takes more than ${maxHeapMegabytes} MB of memory` : String(error),
      error,
    );
  const onExit = (code: number, signal?: string | null) => fail(exitReason(code, signal));
  const onTimeout = () => reject(new WorkerTimeoutError(`it takes longer than ${(timeoutMs ?? 0) / 1000} s`));
  const timer = timeoutMs && setTimeout(onTimeout, timeoutMs);
  events.on('message', onMessage).on('error', onError).on('exit', onExit);
  try {
    hold(true);
    // Throws for inputs that are nested too deeply.
    post(input, transferred);
    return await promise;
  } finally {
    clearTimeout(timer);
    events.off('message', onMessage).off('error', onError).off('exit', onExit);
    hold(false);
  }
}
