import { HostResponseError } from '../../features/articles/host-article.server.ts';
import { createSerialThread, WorkerEndedError } from '../../platform/threads/serial-worker.ts';
import { HostFailure } from './host-client.ts';
import type { HostReaders, Reading, ReadingInput } from './read-response.ts';

/** Maximum time for one response, ms. The largest allowed text takes some seconds, several times that on a busy machine. */
const timeoutMs = 30_000;

export type HostReader = ReturnType<typeof createHostReader>;

/**
 * Reads responses of a content host in a separate thread: parsing takes seconds for a very long text, and for some malformed HTML
 * it takes the square of its length, in time and in memory (HTML, Reconstruct the active formatting elements).
 * @param options.maxHeapMegabytes heap of the thread, MB; as for texts of files by default (`preparer-threads.ts`)
 */
export function createHostReader({ maxHeapMegabytes = 512 } = {}) {
  const thread = createSerialThread<ReadingInput, Reading>({
    module: new URL('./read-response.ts', import.meta.url),
    maxHeapMegabytes,
    timeoutMs,
  });
  return {
    /** @throws HostResponseError for a response of another shape; HostFailure for one that exceeds the limits of the thread */
    async read<Name extends keyof HostReaders>(
      reader: Name,
      ...parameters: Parameters<HostReaders[Name]>
    ): Promise<ReturnType<HostReaders[Name]>> {
      try {
        const reading = await thread.run(async () => ({ input: { reader, parameters } }));
        if ('value' in reading) return reading.value as ReturnType<HostReaders[Name]>;
        throw new HostResponseError(reading.refusal);
      } catch (error) {
        // Messages to a thread have a maximum depth, too.
        if (error instanceof RangeError) throw new HostResponseError('A response is nested too deeply');
        if (!(error instanceof WorkerEndedError)) throw error;
        throw new HostFailure('large', `A response cannot be read: ${error.message}`, { cause: error });
      }
    },
    /** Ends the thread after its pending responses. */
    end: thread.end,
  };
}
