import { parentPort, workerData } from 'node:worker_threads';

/** Start parameters of a thread; a process gets the module as its first argument. */
export interface ThreadData {
  /** URL of the module whose `run` this worker calls. */
  readonly module: string;
}

/** The result of one call, or its error. */
export type WorkerResponse = { readonly result: unknown } | { readonly failure: unknown };

/** A response, or a notice before it. */
export type WorkerMessage = WorkerResponse | { readonly notice: unknown };

// A process gets the signals of its group, but the server handles them; the process ends when the server disconnects.
if (!parentPort) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const module: string = parentPort ? (workerData as ThreadData).module : (process.argv[2] ?? '');
const loaded = import(module) as Promise<{ run(input: unknown, notify: (notice: unknown) => void): unknown }>;

function send(message: WorkerMessage): void {
  if (parentPort) parentPort.postMessage(message);
  else if (process.connected) process.send?.(message);
}

(parentPort ?? process).on('message', async (input: unknown) => {
  let response: WorkerResponse;
  try {
    const { run } = await loaded;
    response = { result: await run(input, (notice) => send({ notice })) };
  } catch (failure) {
    response = { failure };
  }
  send(response);
});
