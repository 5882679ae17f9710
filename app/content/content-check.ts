import { copyFile, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import PQueue from 'p-queue';
import { prepare } from '../features/articles/prepare-article.server.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { ContentError, type ContentProblem, describeProblem } from '../platform/content/problem.ts';
import { ignoreMissing } from '../platform/files/file-store.ts';
import { filesBelow } from '../platform/files/files-below.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { createArticleReader } from './articles.ts';
import { readContent } from './load-content.ts';
import { createReadingMemory } from './reading-memory.ts';
import type { SiteContent } from './site-content.ts';

/** A file as it is to be: its bytes, or nothing where it is to go. */
export interface Change {
  /** Path below the content directory, with forward slashes. */
  path: string;
  bytes: Uint8Array | undefined;
}

/** The content as it would be after changes. */
export interface Outcome {
  /** Absent where something is wrong; readable until the next changes are tried. */
  content: SiteContent | undefined;
  /** What would be wrong and is not yet. */
  problems: ContentProblem[];
  /** What would be wrong and already is. */
  earlier: ContentProblem[];
  /** Valid parts that their author has probably not intended; empty where something is wrong. */
  warnings: readonly ContentProblem[];
}

export type ContentCheck = ReturnType<typeof createContentCheck>;

/**
 * Tries changes of the content before they are made.
 * @param options.workDirectory where the content is laid out as after a change: links to the same files, on the same disk
 */
export function createContentCheck(options: {
  directory: string;
  workDirectory: string;
  siteUrl: string;
  /** Whether a content host has the articles and positions that are shown. */
  isHosted?: boolean;
}) {
  const { directory, workDirectory, siteUrl, isHosted = false } = options;
  const articleReader = createArticleReader(createLocalDocuments({ prepare, clock: systemClock }));
  const memory = createReadingMemory();
  const laidOut = new Map<string, string>();

  const layOutFile = async (file: string, path: string) => {
    const { ino, mtimeMs, size } = await stat(file);
    const state = `${ino} ${mtimeMs} ${size}`;
    if (laidOut.get(path) === state) return;
    const target = join(workDirectory, path);
    await mkdir(dirname(target), { recursive: true });
    await rm(target, { force: true });
    await link(file, target).catch(() => copyFile(file, target));
    laidOut.set(path, state);
  };

  /** Brings the work directory up to date with the content. */
  const layOut = async () => {
    if (laidOut.size === 0) await rm(workDirectory, { recursive: true, force: true });
    const seen = new Set<string>();
    for await (const file of filesBelow(directory)) {
      const path = relative(directory, file).split(sep).join('/');
      // Missing if a program that saves has renamed it, or `git pull` removed it, since it was listed.
      await layOutFile(file, path).then(() => seen.add(path), ignoreMissing);
    }
    for (const path of laidOut.keys()) {
      if (seen.has(path)) continue;
      await rm(join(workDirectory, path), { force: true });
      laidOut.delete(path);
    }
  };

  const apply = async (changes: readonly Change[]) => {
    for (const { path, bytes } of changes) {
      const target = join(workDirectory, path);
      // Never written into: it is a link to the content's own file.
      await rm(target, { force: true });
      laidOut.set(path, 'changed');
      if (!bytes) continue;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes);
    }
  };

  const read = async (): Promise<Omit<Outcome, 'earlier'>> => {
    try {
      const { at, warnings = [] } = await readContent({
        directory: workDirectory,
        siteUrl,
        articleReader,
        isHosted,
        memory,
      });
      return { content: at(systemClock.now()).content, problems: [], warnings };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { content: undefined, problems: [...error.problems], warnings: [] };
    }
  };

  const outcomeOf = async (changes: readonly Change[]): Promise<Outcome> => {
    await layOut();
    await apply(changes);
    const after = await read();
    if (after.problems.length === 0) return { ...after, earlier: [] };
    await layOut();
    const before = new Set((await read()).problems.map(describeProblem));
    const { earlier = [], problems = [] } = Object.groupBy(after.problems, (problem) =>
      before.has(describeProblem(problem)) ? 'earlier' : 'problems',
    );
    return { content: undefined, problems, earlier, warnings: [] };
  };
  const turns = new PQueue({ concurrency: 1 });

  return {
    attempt: (changes: readonly Change[]): Promise<Outcome> => turns.add(() => outcomeOf(changes)),
    /** Returns the present text of a file; empty if there is none. @param path below the content directory */
    readText: (path: string): Promise<string> => readFile(join(directory, path), 'utf8').catch(() => ''),
  };
}
