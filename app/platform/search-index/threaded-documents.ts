import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { dayMs } from '../../shared/iso-time.ts';
import type { Clock } from '../clock/clock.ts';
import type { Tokens } from '../content/tokens.ts';
import type { Log } from '../log/log.ts';
import { databaseName } from './document-database.ts';
import type { DocumentReading, DocumentStore, MatchGroup, StoredDocument } from './document-store.ts';
import type { DocumentWorkerCall, DocumentWorkerData, DocumentWorkerReply } from './document-worker.ts';

interface Progress {
  [name: string]: number;
}

type WithoutId<Call> = Call extends unknown ? Omit<Call, 'id'> : never;

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
  const openThread = () => startThread({ role: 'database', file, preparer });
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
  const ask = async <Result>(call: WithoutId<DocumentWorkerCall>): Promise<Result> => {
    clearTimeout(resting);
    try {
      return await reader().ask<Result>(call);
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
    let loggedAt = performance.now();
    try {
      return await thread.ask<DocumentReading>(
        { call: 'read', request: { directory: content, files, revision, tokens, today: today() } },
        (progress) => {
          if (performance.now() - loggedAt < progressEveryMs) return;
          loggedAt = performance.now();
          log.info('preparing articles', progress);
        },
      );
    } finally {
      isReading = false;
      if (thread === current) await thread.ask({ call: 'rest' }).catch(() => {});
      else linger();
    }
  };

  /** Reads, then deletes unused documents. Not before reading, which first marks the documents of the present content as used. */
  const readFirst = async (content: string, files: readonly string[], tokens: Tokens): Promise<DocumentReading> => {
    const reading = await readOnce(content, files, tokens);
    await ask({ call: 'tidy', today: today() });
    return reading;
  };

  return {
    expectReading() {
      const thread = writer();
      if (isClosed || thread === current) return;
      // If it cannot start, the next reading reports why.
      thread.ask({ call: 'expect-reading' }).catch(() => {});
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
    documents: (ids) => ask<StoredDocument[]>({ call: 'documents', ids }),
    body: (document) => ask<string | undefined>({ call: 'body', document }),
    search: (words, isForgiving = false) => ask<MatchGroup[]>({ call: 'search', words, isForgiving }),
    nearest: (word) => ask<string[]>({ call: 'nearest', word }),
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
function startThread(data: DocumentWorkerData) {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: databaseHeapMb },
  });
  // Only a pending query keeps the process running.
  worker.unref();
  const waiting = new Map<
    number,
    { resolve(result: unknown): void; reject(error: unknown): void; onProgress?: (progress: Progress) => void }
  >();
  let calls = 0;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.on('message', (reply: DocumentWorkerReply) => {
    const call = waiting.get(reply.id);
    if (!call) return;
    if ('progress' in reply) {
      call.onProgress?.(reply.progress);
      return;
    }
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in reply) call.reject(reply.error);
    else call.resolve(reply.result);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread of documents has ended')));

  const ask = <Result>(
    call: WithoutId<DocumentWorkerCall>,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      if (failure) {
        reject(failure);
        return;
      }
      calls += 1;
      waiting.set(calls, {
        resolve: resolve as (result: unknown) => void,
        reject,
        ...(onProgress ? { onProgress } : {}),
      });
      worker.ref();
      worker.postMessage({ ...call, id: calls } as DocumentWorkerCall);
    });
  return {
    ask,
    /** The error with which the thread ended; undefined while it runs. */
    failure: () => failure,
    /** Stops the thread after its pending calls. */
    async stop() {
      if (failure) return;
      await ask({ call: 'close' }).catch(() => {});
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
