import type { ContentProblem } from '../content/problem.ts';
import { mayBeCostly } from '../html/costly-markdown.ts';
import { createPreparerThreads } from './preparer-threads.ts';

const threads = createPreparerThreads({
  preparer: new URL('../html/costly-markdown.ts', import.meta.url).href,
  maxThreads: 1,
  manyTexts: Number.POSITIVE_INFINITY,
});

/** Tries the costly ones among the Markdown texts of a file in a separate thread. @returns why they are refused */
export async function problemsOfCostly(file: string, texts: readonly string[]): Promise<ContentProblem[]> {
  const costly = texts.filter(mayBeCostly).map((text) => ({ file, text }));
  const results = costly.length > 0 ? await threads.prepareAll(costly, {}) : [];
  return results.flatMap((result) => ('problems' in result ? result.problems : []));
}
