import type { Tokens } from '../content/tokens.ts';
import { createSerialThread, exitedByItself, type SerialWorker, WorkerEndedError } from '../threads/serial-worker.ts';
import type { PrepareAll } from './document-reading.ts';
import type { Prepare } from './document-store.ts';
import type { PreparerInput } from './prepare-text.ts';

/**
 * Heap limit of a preparer thread, MB: enough for the most expensive text of the allowed size (1 MB of one-letter words,
 * rendered: 360 MB). Ordinary texts take some 60 MB. The heap is freed when the thread ends.
 */
const maxHeapMegabytes = 512;

/** Timeout for one text. One of the allowed size takes some seconds, on a busy machine up to thirty. The editor waits for a minute. */
const timeoutMs = 40_000;

/** How long a thread waits for the next text, ms: an author usually makes several changes. */
const idleMs = 30_000;

type Preparation = ReturnType<Prepare>;
type PreparerThread = SerialWorker<PreparerInput, Preparation>;

/**
 * Prepares texts in separate threads, which start with their first text and end when idle: a text that exceeds the limits ends only
 * its own thread.
 * @param options.preparer URL of the module that exports `prepare`
 * @param options.manyTexts number of texts from which several threads are worthwhile
 */
export function createPreparerThreads(options: { preparer: string; maxThreads: number; manyTexts: number }) {
  const { preparer, maxThreads, manyTexts } = options;
  const module = new URL('./prepare-text.ts', import.meta.url);
  const threads = Array.from(
    { length: maxThreads },
    (): PreparerThread => createSerialThread({ module, maxHeapMegabytes, timeoutMs, idleMs }),
  );

  /** Prepares one text. If it ends its thread or takes too long, it is reported as a problem. */
  const prepareOne = async (
    thread: PreparerThread,
    text: NonNullable<PreparerInput['text']>,
    mayRepeat = true,
  ): Promise<Preparation> => {
    try {
      return await thread.run(async () => ({ input: { preparer, text } }));
    } catch (error) {
      if (!(error instanceof WorkerEndedError)) throw error;
      // An idle thread may already have been ending when it was sent this text.
      if (mayRepeat && error.message === exitedByItself) return prepareOne(thread, text, false);
      const message = `cannot be prepared: ${error.message}; make it smaller or simpler`;
      return { problems: [{ file: text.file, message }] };
    }
  };

  return {
    /** Starts a thread ahead of its first text. If the preparer cannot be loaded, the first text reports why. */
    start(): void {
      threads[0]?.run(async () => ({ input: { preparer } })).catch(() => {});
    },
    /** @throws if the preparer cannot be loaded */
    async prepareAll(texts: Parameters<PrepareAll>[0], tokens: Tokens): ReturnType<PrepareAll> {
      const results: Preparation[] = [];
      // Each thread takes the next text from the same iterator.
      const waiting = texts.entries();
      const work = async (thread: PreparerThread) => {
        for (const [index, text] of waiting) results[index] = await prepareOne(thread, { ...text, tokens });
      };
      await Promise.all(threads.slice(0, texts.length < manyTexts ? 1 : maxThreads).map(work));
      return results;
    },
  };
}
