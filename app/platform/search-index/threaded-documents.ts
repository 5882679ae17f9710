import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dayMs } from '../../shared/iso-time.ts';
import type { Clock } from '../clock/clock.ts';
import type { Tokens } from '../content/tokens.ts';
import type { Log } from '../log/log.ts';
import { createSerialThread, WorkerEndedError } from '../threads/serial-worker.ts';
import { databaseName } from './document-database.ts';
import type { DocumentReading, DocumentStore } from './document-store.ts';
import type { DocumentCall, DocumentCalls, Progress } from './document-worker.ts';
import { minNearestLength } from './vocabulary.ts';

/** Interval between log lines about one long preparation, ms. */
const progressEveryMs = 5000;

/**
 * How long a thread waits for the next change or query before it ends, ms: an author usually makes several changes, and a visitor
 * several searches. A thread takes some 10 MB, and a new one is ready in less than a tenth of a second.
 */
const lingerMs = 30_000;

/** Heap limit of a thread, MB. A list of 100,000 files takes some 100; texts come in batches of 4 MB. */
const maxHeapMegabytes = 1024;

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
  const revision = revisionOf(options.preparer, options.lockFile);

  const onDisk = join(directory, databaseName);
  let file = onDisk;
  let loggedAt = 0;
  let hasRead = false;
  let isClosed = false;
  /** Why the documents of a store in memory are lost. */
  let loss: WorkerEndedError | undefined;

  const createThread = (idleMs?: number) =>
    createSerialThread<DocumentCall, unknown>({
      module: new URL('./document-worker.ts', import.meta.url),
      maxHeapMegabytes,
      idleMs,
      onNotice(progress) {
        if (performance.now() - loggedAt < progressEveryMs) return;
        loggedAt = performance.now();
        log.info('preparing articles', { ...(progress as Progress) });
      },
    });
  let reader = createThread(lingerMs);
  const ownWriter = createThread(lingerMs);
  /** The thread that writes. Until content has been read for the first time nobody queries documents, and one thread does both. */
  const writer = () => (file === onDisk && hasRead ? ownWriter : reader);

  const send = async <Name extends keyof DocumentCalls>(
    thread: typeof reader,
    name: Name,
    ...parameters: Parameters<DocumentCalls[Name]>
  ) => {
    if (isClosed) throw new Error('The store of documents is closed');
    if (loss) throw loss;
    const isInUse = hasRead && file === onDisk;
    const input = { file, isInUse, preparer: options.preparer.href, name, parameters };
    try {
      return (await thread.run(async () => ({ input }))) as Awaited<ReturnType<DocumentCalls[Name]>>;
    } catch (error) {
      if (error instanceof WorkerEndedError) {
        log.error('the thread of documents has ended', { cause: String(error) });
        if (file !== onDisk) loss = error;
      }
      throw error;
    }
  };
  // Starts the thread while other files are read. If the file cannot be opened, the first reading reports why.
  send(reader, 'documents', []).catch(() => {});

  const read = async (content: string, files: readonly string[], tokens: Tokens): Promise<DocumentReading> => {
    loggedAt = performance.now();
    const today = Math.floor(clock.now().getTime() / dayMs);
    const reading = await send(writer(), 'read', { directory: content, files, revision, tokens, today });
    // Deletes unused documents, once a reading has marked those of the present content as used.
    if (!hasRead) await send(reader, 'tidy', today);
    return reading;
  };

  return {
    expectReading() {
      // If it cannot start, the next reading reports why.
      if (writer() === ownWriter) send(ownWriter, 'expectReading').catch(() => {});
    },
    async read(content, files, tokens = {}) {
      try {
        return await read(content, files, tokens);
      } catch (error) {
        // After the first reading the ids of the file are in use, so there is no fallback from a full disk.
        if (hasRead || file !== onDisk) throw error;
        const cause = String(error);
        log.warn('prepared articles cannot be stored; they will be prepared again at the next start', {
          directory,
          cause,
        });
        await reader.end();
        file = ':memory:';
        reader = createThread();
        return await read(content, files, tokens);
      } finally {
        hasRead = true;
      }
    },
    documents: (ids) => send(reader, 'documents', ids),
    body: (id) => send(reader, 'body', id),
    search: (words, isForgiving) => send(reader, 'search', words, isForgiving),
    nearest: async (word) => (word.length < minNearestLength ? [] : send(reader, 'nearest', word)),
    async close() {
      isClosed = true;
      await Promise.all([reader.end(), ownWriter.end()]);
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
