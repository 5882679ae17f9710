import type { TestProject } from 'vitest/node';
import { startServer } from '../harness/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the running site, such as `http://localhost:40123`. */
    origin: string;
    /** Where the running site writes. */
    dataDirectory: string;
  }
}

/** Runs the built site for all tests. */
export default async function startSite({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  provide('origin', server.origin);
  provide('dataDirectory', server.dataDirectory);
  return () => server.stop();
}
