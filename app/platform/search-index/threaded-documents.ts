import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { dayMs } from '../../shared/iso-time.ts';
import type { Clock } from '../clock/clock.ts';
import type { Tokens } from '../content/tokens.ts';
import type { Log } from '../log/log.ts';
import { createPendingRequests } from '../threads/pending-requests.ts';
import { databaseName } from './document-database.ts';
import type { DocumentReading, DocumentStore } from './document-store.ts';
import type { DocumentCalls, DocumentWorkerCall, DocumentWorkerData, DocumentWorkerReply } from './document-worker.ts';
import { minNearestLength } from './vocabulary.ts';

type CallName = keyof DocumentCalls;
type ParametersOf<Name extends CallName> = Parameters<DocumentCalls[Name]>;
type ResultOf<Name extends CallName> = Awaited<ReturnType<DocumentCalls[Name]>>;

/**
 * How long a thread waits for the next change or query before it ends, ms: an author usually makes several changes, and a visitor
 * several searches. A thread takes some 10 MB, and a new one is ready in less than a tenth of a second.
 */
const lingerMs = 30_000;

/** Interval between log lines about one long preparation, ms. */
const progressEveryMs = 5000;

/**
 * Creates a document store in an SQLite file, accessed by separate threads that end when idle: one reads, another writes while
 * content is being read. If the file is not writable at the start, the store is in memory, and documents are prepared again at each start.
 * @param options.directory directory of the file; created if it is missing
 * @param options.preparer module that exports `prepare`, a `Prepare`; files are prepared again after a change of it or of its
 *   imports
 * @param options.lockFile lock file of the packages that the preparer uses
 */
export function createThreadedDocuments(options: {
  directory: string;
  preparer: URL;
  lockFile: URL;
  clock: Clock;
  log: Log;
}): DocumentStore {
  const { directory, clock, log } = options;
  const preparer = options.preparer.href;
  const revision = revisionOf(options.preparer, options.lockFile);
  const today = () => Math.floor(clock.now().getTime() / dayMs);

  const onDisk = join(directory, databaseName);
  let file = onDisk;
  let loggedAt = 0;
  const logProgress = (progress: Record<string, number>) => {
    if (performance.now() - loggedAt < progressEveryMs) return;
    loggedAt = performance.now();
    log.info('preparing articles', progress);
  };
  const openThread = () => startThread({ file, preparer }, logProgress);
  let current: ReturnType<typeof startThread> | undefined = openThread();
  /** The thread that reads; if it has ended, a new one opens the same file. */
  const reader = () => {
    const failure = current?.failure();
    if (failure && !isClosed && file === onDisk) {
      log.error('the thread of documents has ended; starting another one', { cause: String(failure) });
      current = undefined;
    }
    if (isClosed && !current) throw new Error('The store of documents is closed');
    current ??= openThread();
    return current;
  };
  let hasRead = false;
  let isClosed = false;
  const continueInMemory = async (cause: unknown) => {
    log.warn('prepared articles cannot be stored; they will be prepared again at the next start', {
      directory,
      cause: String(cause),
    });
    await current?.stop();
    file = ':memory:';
    current = openThread();
  };

  let resting: NodeJS.Timeout | undefined;
  let ending: Promise<void> | undefined;
  /** Ends the reading thread once nobody has queried it for a while. A store in memory lives in that thread. */
  const rest = () => {
    clearTimeout(resting);
    if (isClosed || file !== onDisk) return;
    resting = setTimeout(() => {
      ending = current?.stop();
      current = undefined;
    }, lingerMs).unref();
  };
  const ask = async <Name extends CallName>(call: Name, ...parameters: ParametersOf<Name>): Promise<ResultOf<Name>> => {
    clearTimeout(resting);
    try {
      return await reader().ask(call, ...parameters);
    } finally {
      rest();
    }
  };

  let writing: ReturnType<typeof startThread> | undefined;
  let lingering: NodeJS.Timeout | undefined;
  let isReading = false;
  /** The thread that writes. Until content has been read for the first time nobody queries documents, and one thread does both. */
  const writer = () => {
    if (file !== onDisk || !hasRead) return reader();
    if (!writing || writing.failure()) writing = openThread();
    return writing;
  };
  const stopWriting = async () => {
    clearTimeout(lingering);
    const ended = writing;
    writing = undefined;
    await ended?.stop();
  };
  const linger = () => {
    clearTimeout(lingering);
    if (!isReading) lingering = setTimeout(stopWriting, lingerMs).unref();
  };

  const readOnce = async (content: string, files: readonly string[], tokens: Tokens): Promise<DocumentReading> => {
    clearTimeout(lingering);
    isReading = true;
    const thread = writer();
    loggedAt = performance.now();
    try {
      return await thread.ask('read', { directory: content, files, revision, tokens, today: today() });
    } finally {
      isReading = false;
      if (thread === current) await thread.ask('rest').catch(() => {});
      else linger();
    }
  };

  /** Reads, then deletes unused documents. Not before reading, which first marks the documents of the present content as used. */
  const readFirst = async (content: string, files: readonly string[], tokens: Tokens): Promise<DocumentReading> => {
    const reading = await readOnce(content, files, tokens);
    await ask('tidy', today());
    return reading;
  };

  return {
    expectReading() {
      const thread = writer();
      if (isClosed || thread === current) return;
      // If it cannot start, the next reading reports why.
      thread.ask('expectReading').catch(() => {});
      linger();
    },
    async read(content, files, tokens = {}) {
      if (hasRead) return readOnce(content, files, tokens);
      try {
        return await readFirst(content, files, tokens);
      } catch (error) {
        // After the first reading the ids of the file are in use, so there is no fallback from a full disk.
        if (file !== onDisk) throw error;
        await continueInMemory(error);
        return await readFirst(content, files, tokens);
      } finally {
        hasRead = true;
      }
    },
    documents: (ids) => ask('documents', ids),
    body: (id) => ask('body', id),
    search: (words, isForgiving) => ask('search', words, isForgiving),
    nearest: async (word) => (word.length < minNearestLength ? [] : ask('nearest', word)),
    async close() {
      isClosed = true;
      clearTimeout(resting);
      await Promise.all([ending, current?.stop(), stopWriting()]);
    },
  };
}

/** Heap limit of a database thread, MB. A list of 100,000 files takes some 100; texts come in batches of 4 MB. */
const databaseHeapMb = 1024;

/** Starts a thread of `document-worker.ts` and returns functions to call it. */
function startThread(data: DocumentWorkerData, onProgress: (progress: Record<string, number>) => void) {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: databaseHeapMb },
  });
  // Only a pending query keeps the process running.
  worker.unref();
  const pending = createPendingRequests<unknown>();
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    pending.rejectAll(failure);
  };
  worker.on('message', (reply: DocumentWorkerReply) => {
    if ('progress' in reply) return onProgress(reply.progress);
    const request = pending.take(reply.id);
    if (pending.size === 0) worker.unref();
    if ('error' in reply) request?.reject(reply.error);
    else request?.resolve(reply.result);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread of documents has ended')));

  const ask = async <Name extends CallName>(call: Name, ...parameters: ParametersOf<Name>): Promise<ResultOf<Name>> => {
    if (failure) throw failure;
    const { id, response } = pending.add();
    worker.ref();
    worker.postMessage({ id, call, parameters } satisfies DocumentWorkerCall);
    return (await response) as ResultOf<Name>;
  };
  return {
    ask,
    /** The error with which the thread ended; undefined while it runs. */
    failure: () => failure,
    /** Stops the thread after its pending calls. */
    async stop() {
      if (failure) return;
      await ask('close').catch(() => {});
      await worker.terminate();
    },
  };
}

/** Returns a hash of the preparer's sources and packages, so that a change of them discards earlier documents. */
function revisionOf(preparer: URL, lockFile: URL): string {
  const modules = [preparer, new URL('./document-database.ts', import.meta.url)];
  const hash = createHash('sha256');
  if (modules.every(({ pathname }) => pathname.endsWith('.ts'))) {
    const sources = new Map<string, string>();
    for (const module of modules) sourcesOf(module, sources);
    hash.update(readFileSync(lockFile));
    for (const source of sources.values()) hash.update('\0').update(source);
  } else {
    // The name of a bundled module contains a hash of its text, which includes the names of all its imports, packages included.
    for (const { pathname } of modules) hash.update(basename(pathname)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Adds the sources of a module and of all its relative imports. */
function sourcesOf(module: URL, sources: Map<string, string>): void {
  if (sources.has(module.href)) return;
  const source = readFileSync(module, 'utf8');
  sources.set(module.href, source);
  for (const [, path = ''] of source.matchAll(/^(?:import|export|\}) .*?from '(\.[^']+)';$/gmu))
    sourcesOf(new URL(path, module), sources);
}
