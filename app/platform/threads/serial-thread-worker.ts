import { parentPort, workerData } from 'node:worker_threads';

/** URL of the module whose `run` this thread calls. */
export interface ThreadWorkerData {
  readonly module: string;
}

/** The result of one call, or the stack of its error. */
export type ThreadResponse = { readonly result: unknown } | { readonly failure: string };

const { module } = workerData as ThreadWorkerData;
const loaded = import(module) as Promise<{ run(input: unknown): unknown }>;

parentPort?.on('message', async (input: unknown) => {
  let response: ThreadResponse;
  try {
    const { run } = await loaded;
    response = { result: await run(input) };
  } catch (error) {
    response = { failure: (error as Error).stack ?? String(error) };
  }
  parentPort?.postMessage(response);
});
