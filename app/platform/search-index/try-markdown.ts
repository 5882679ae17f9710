import type { ContentProblem } from '../content/problem.ts';
import { mayBeCostly } from '../html/costly-markdown.ts';
import { createPreparerThreads } from './preparer-threads.ts';

const threads = createPreparerThreads({
  preparer: new URL('../html/costly-markdown.ts', import.meta.url).href,
  maxThreads: 1,
  manyTexts: Number.POSITIVE_INFINITY,
});

/** Tries the Markdown of a file in a separate thread if it may be costly. @returns why it is refused */
export async function problemsOfCostly(file: string, text: string): Promise<ContentProblem[]> {
  const results = mayBeCostly(text) ? await threads.prepareAll([{ file, text }], {}) : [];
  return results.flatMap((result) => ('problems' in result ? result.problems : []));
}
