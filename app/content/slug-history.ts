import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dataNames } from '../platform/files/data-directory.ts';
import { writeWhole } from '../platform/files/file-store.ts';
import type { Log } from '../platform/log/log.ts';
import { parseJson } from '../shared/json-text.ts';

/** Maximum number of slugs remembered per article. */
const maxSlugs = 20;

const fileSchema = z.array(z.tuple([z.int(), z.array(z.string())]));

/** The file of the history. It is not a cache: it cannot be derived again. */
export const slugHistoryFile = 'slugs.json';

export type SlugHistory = Awaited<ReturnType<typeof openSlugHistory>>;

/**
 * Opens the slugs that articles have had on this machine, by their ids, so that the old URL of a renamed file still leads to its article.
 * An unreadable history is replaced by an empty one.
 */
export async function openSlugHistory(dataDirectory: string, log: Log) {
  const directory = join(dataDirectory, dataNames.slugs);
  const text = await readFile(join(directory, slugHistoryFile), 'utf8').catch(() => '[]');
  const history = new Map<number, readonly string[]>(fileSchema.safeParse(parseJson(text)).data);
  return {
    /** Returns the slugs of an article, oldest first, including the current one. */
    slugsOf: (id: number): readonly string[] => history.get(id) ?? [],
    /** Adds the current slugs. Articles that no longer exist are not forgotten, since one may come back. */
    async record(articles: readonly { id: number; slug: string }[]): Promise<void> {
      const changed = articles.filter(({ id, slug }) => history.get(id)?.at(-1) !== slug);
      if (changed.length === 0) return;
      for (const { id, slug } of changed) {
        const before = history.get(id)?.filter((other) => other !== slug) ?? [];
        history.set(id, [...before, slug].slice(-maxSlugs));
      }
      // Content is accepted all the same: a full disk must not prevent changes of pages.
      await writeWhole(directory, slugHistoryFile, [Buffer.from(JSON.stringify([...history]))]).catch(
        (error: unknown) =>
          log.warn('slugs of articles cannot be stored; a file renamed later may lose its old URL', { error }),
      );
    },
  };
}
