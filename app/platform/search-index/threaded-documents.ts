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

/** Milliseconds of a day. */

/** How long a thread that writes waits for the next change: an author makes several. */
const lingerMs = 30_000;

/** Between two lines of the log about one long preparation, ms. */
const progressEveryMs = 5000;

/**
 * Documents in an SQLite file below a directory, held by threads of their own: one reads, another writes while content
 * is being read. Where the file cannot be written at the start, they are held in memory, and prepared at each start.
 * @param options.directory where the file is; made when it is missing
 * @param options.preparer module that exports `prepare`, a `Prepare`; after a change of it, or of what it imports, files are
 *   prepared again
 * @param options.lockFile file that changes with the packages the preparer uses
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
  let answering = startThread({ role: 'database', file, preparer });
  let hasRead = false;
  let isClosed = false;
  const goOnInMemory = async (cause: unknown) => {
    log.warn('prepared articles cannot be kept; they will be prepared again at the next start', {
      directory,
      cause: String(cause),
    });
    await answering.stop();
    file = ':memory:';
    answering = startThread({ role: 'database', file, preparer });
  };

  /** Queries the reading thread; after it has ended, a new one finds the same in the file. */
  const ask = async <Result>(call: WithoutId<DocumentWorkerCall>): Promise<Result> => {
    const failure = answering.failure();
    if (failure && !isClosed && file === onDisk) {
      log.error('the thread of documents has ended, another takes its place', { cause: String(failure) });
      answering = startThread({ role: 'database', file, preparer });
    }
    return answering.ask<Result>(call);
  };

  let writing: ReturnType<typeof startThread> | undefined;
  let lingering: NodeJS.Timeout | undefined;
  let isReading = false;
  /** The thread that writes while the other one reads. Before content is first read nobody queries documents, and one thread does both. */
  const writer = () => {
    if (file !== onDisk || !hasRead) return answering;
    if (!writing || writing.failure()) writing = startThread({ role: 'database', file, preparer });
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
      if (thread === answering) await thread.ask({ call: 'rest' }).catch(() => {});
      else linger();
    }
  };

  /** Reads, then lets go of what no content has had for days: before the reading, documents of the present content may be as old. */
  const readFirst = async (content: string, files: readonly string[], tokens: Tokens): Promise<DocumentReading> => {
    const reading = await readOnce(content, files, tokens);
    await answering.ask({ call: 'tidy', today: today() });
    return reading;
  };

  return {
    expectReading() {
      const thread = writer();
      if (isClosed || thread === answering) return;
      // What keeps it from starting is said when it is to read.
      thread.ask({ call: 'expect-reading' }).catch(() => {});
      linger();
    },
    async read(content, files, tokens = {}) {
      if (hasRead) return readOnce(content, files, tokens);
      try {
        return await readFirst(content, files, tokens);
      } catch (error) {
        // Later on the ids of the file are in use, and a full disk has to be waited for.
        if (file !== onDisk) throw error;
        await goOnInMemory(error);
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
      await Promise.all([answering.stop(), stopWriting()]);
    },
  };
}

/** Heap of a thread with a database, MB. A list of 100,000 files takes some 100; texts come in batches of 4 MB. */
const databaseHeapMb = 1024;

/** Calls a thread of `document-worker.ts`. */
function startThread(data: DocumentWorkerData) {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: databaseHeapMb },
  });
  // A pending query keeps the process running, the thread by itself does not.
  worker.unref();
  const waiting = new Map<
    number,
    { resolve(result: unknown): void; reject(error: unknown): void; tell?: (progress: Progress) => void }
  >();
  let calls = 0;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.on('message', (answer: DocumentWorkerReply) => {
    const call = waiting.get(answer.id);
    if (!call) return;
    if ('progress' in answer) {
      call.tell?.(answer.progress);
      return;
    }
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in answer) call.reject(answer.error);
    else call.resolve(answer.result);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread of documents has ended')));

  const ask = <Result>(call: WithoutId<DocumentWorkerCall>, tell?: (progress: Progress) => void): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      if (failure) {
        reject(failure);
        return;
      }
      calls += 1;
      waiting.set(calls, { resolve: resolve as (result: unknown) => void, reject, ...(tell ? { tell } : {}) });
      worker.ref();
      worker.postMessage({ ...call, id: calls } as DocumentWorkerCall);
    });
  return {
    ask,
    /** Why it has ended, or nothing. */
    failure: () => failure,
    /** Lets it finish what it was asked before. */
    async stop() {
      if (failure) return;
      await ask({ call: 'close' }).catch(() => {});
      await worker.terminate();
    },
  };
}

/** Changes with the sources and packages that prepare, so that nobody has to remember to discard what was prepared before. */
function revisionOf(preparer: URL, lockFile: URL): string {
  const modules = [preparer, new URL('./document-database.ts', import.meta.url)];
  const hash = createHash('sha256');
  if (modules.every(({ pathname }) => pathname.endsWith('.ts'))) {
    const sources = new Map<string, string>();
    for (const module of modules) sourcesOf(module, sources);
    hash.update(readFileSync(lockFile));
    for (const source of sources.values()) hash.update('\0').update(source);
  } else {
    // The name of a bundled module has a hash of its text, in which stand the names of all that it imports, packages included.
    for (const { pathname } of modules) hash.update(basename(pathname)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Adds the texts of a module and of all that it imports by a relative path. */
function sourcesOf(module: URL, sources: Map<string, string>): void {
  if (sources.has(module.href)) return;
  const source = readFileSync(module, 'utf8');
  sources.set(module.href, source);
  for (const [, path = ''] of source.matchAll(/^(?:import|export|\}) .*?from '(\.[^']+)';$/gmu))
    sourcesOf(new URL(path, module), sources);
}
