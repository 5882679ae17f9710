import { dayMs } from '../../shared/iso-time.ts';
import type { Clock } from '../clock/clock.ts';
import { refusing } from '../content/source.ts';
import { openDocumentDatabase } from './document-database.ts';
import type { DocumentStore, Prepare } from './document-store.ts';
import { problemsOfCostly } from './try-markdown.ts';

/** Creates a document store in memory and in this thread, for commands that read content once. */
export function createLocalDocuments({ prepare, clock }: { prepare: Prepare; clock: Clock }): DocumentStore {
  const database = openDocumentDatabase(':memory:');
  return {
    expectReading: () => {},
    read: (directory, files, tokens = {}) =>
      database.read(
        { directory, files, revision: '', tokens, today: Math.floor(clock.now().getTime() / dayMs) },
        (texts) =>
          Promise.all(
            texts.map(async ({ file, text }) => {
              const problems = await problemsOfCostly(file, text);
              if (problems.length > 0) return { problems };
              return refusing(file, problems, () => prepare(file, text, tokens)) ?? { problems };
            }),
          ),
      ),
    documents: async (ids) => database.documents(ids),
    body: async (id) => database.body(id),
    search: async (words, isForgiving) => database.search(words, isForgiving),
    nearest: async (word) => database.nearest(word),
    close: async () => database.close(),
  };
}
