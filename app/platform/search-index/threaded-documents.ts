import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dayMs } from '../../shared/iso-time.ts';
import type { Clock } from '../clock/clock.ts';
import type { Tokens } from '../content/tokens.ts';
import type { Log } from '../log/log.ts';
import { databaseName } from './document-database.ts';
import type { DocumentReading, DocumentStore } from './document-store.ts';
import { createDocumentThread } from './document-thread.ts';
import { minNearestLength } from './vocabulary.ts';

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
  const revision = revisionOf(options.preparer, options.lockFile);

  const onDisk = join(directory, databaseName);
  let file = onDisk;
  let loggedAt = 0;
  let hasRead = false;
  let isClosed = false;

  const createThread = (onFailure: (cause: unknown) => void) =>
    createDocumentThread({
      data: () => ({ file, preparer: options.preparer.href }),
      mayEnd: () => !isClosed && file === onDisk,
      isClosed: () => isClosed,
      onProgress(progress) {
        if (performance.now() - loggedAt < progressEveryMs) return;
        loggedAt = performance.now();
        log.info('preparing articles', progress);
      },
      onFailure,
    });
  const reader = createThread((failure) =>
    log.error('the thread of documents has ended; starting another one', { cause: String(failure) }),
  );
  reader.start();
  const ownWriter = createThread(() => {});
  /** The thread that writes. Until content has been read for the first time nobody queries documents, and one thread does both. */
  const writer = () => (file === onDisk && hasRead ? ownWriter : reader);

  const read = async (content: string, files: readonly string[], tokens: Tokens): Promise<DocumentReading> => {
    const thread = writer();
    loggedAt = performance.now();
    const today = Math.floor(clock.now().getTime() / dayMs);
    const request = { directory: content, files, revision, tokens, today };
    const reading: DocumentReading = await thread.send('read', { ...request, keepsPreparers: thread === ownWriter });
    // Deletes unused documents, once a reading has marked those of the present content as used.
    if (!hasRead) await reader.send('tidy', today);
    return reading;
  };

  return {
    expectReading() {
      // If it cannot start, the next reading reports why.
      if (!isClosed && writer() === ownWriter) ownWriter.send('expectReading').catch(() => {});
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
        await reader.stop();
        file = ':memory:';
        return await read(content, files, tokens);
      } finally {
        hasRead = true;
      }
    },
    documents: (ids) => reader.send('documents', ids),
    body: (id) => reader.send('body', id),
    search: (words, isForgiving) => reader.send('search', words, isForgiving),
    nearest: async (word) => (word.length < minNearestLength ? [] : reader.send('nearest', word)),
    async close() {
      isClosed = true;
      await Promise.all([reader.stop(), ownWriter.stop()]);
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
