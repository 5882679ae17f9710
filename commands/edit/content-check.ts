import { copyFile, link, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createArticleReader } from '../../app/content/articles.ts';
import { readContent } from '../../app/content/load-content.ts';
import { prepare } from '../../app/features/articles/prepare-article.server.ts';
import { systemClock } from '../../app/platform/clock/clock.ts';
import { ContentError, describeProblem } from '../../app/platform/content/problem.ts';
import { filesBelow } from '../../app/platform/files/files-below.ts';
import { createLocalDocuments } from '../../app/platform/search-index/local-documents.ts';

/** A file as it is to be: its bytes, or nothing where it is to go. */
export interface Change {
  /** Path below the content directory, with forward slashes. */
  path: string;
  bytes: Uint8Array | undefined;
}

/** Checks changes of the content before they are made. */
export interface ContentCheck {
  /** What would be wrong after the changes and is not yet: one line a problem. */
  problemsOf(changes: readonly Change[]): Promise<string[]>;
}

/**
 * @param options.directory the content
 * @param options.workDirectory where the content is laid out as it would be after a change: links to the same files, on the same disk
 */
export function createContentCheck(options: {
  directory: string;
  workDirectory: string;
  siteUrl: string;
}): ContentCheck {
  const { directory, workDirectory, siteUrl } = options;
  const articleReader = createArticleReader(createLocalDocuments({ prepare, clock: systemClock }));
  const laidOut = new Map<string, string>();

  /** Brings the work directory up to date with the content. */
  const layOut = async () => {
    if (laidOut.size === 0) await rm(workDirectory, { recursive: true, force: true });
    const seen = new Set<string>();
    for await (const file of filesBelow(directory)) {
      const path = relative(directory, file).split(sep).join('/');
      const { ino, mtimeMs, size } = await stat(file);
      const state = `${ino} ${mtimeMs} ${size}`;
      seen.add(path);
      if (laidOut.get(path) === state) continue;
      const target = join(workDirectory, path);
      await mkdir(dirname(target), { recursive: true });
      await rm(target, { force: true });
      await link(file, target).catch(() => copyFile(file, target));
      laidOut.set(path, state);
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

  const problemsNow = async (): Promise<string[]> => {
    try {
      await readContent({ directory: workDirectory, siteUrl, articleReader });
      return [];
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return error.problems.map(describeProblem);
    }
  };

  const newProblems = async (changes: readonly Change[]) => {
    await layOut();
    await apply(changes);
    const after = await problemsNow();
    await layOut();
    if (after.length === 0) return [];
    const before = new Set(await problemsNow());
    return after.filter((problem) => !before.has(problem));
  };
  let turn: Promise<unknown> = Promise.resolve();

  return {
    problemsOf(changes) {
      const result = turn.then(() => newProblems(changes));
      turn = result.catch(() => {});
      return result;
    },
  };
}
