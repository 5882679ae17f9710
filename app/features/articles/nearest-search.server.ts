import type { DocumentStore } from '../../platform/search-index/document-store.ts';
import type { NearestSearch } from './article-index.ts';
import { searchWords } from './search-words.ts';
import type { TermNames, TermReference } from './term-names.ts';

/** Words of a search without results for which alternatives are offered. */
const maxOfferedWords = 6;

/**
 * Suggests alternatives to a search without results.
 * @param options.finds whether a search has results as it is spelt @param options.isUsed whether an article has a term
 */
export async function nearestSearch(
  search: string,
  options: {
    finds: (words: readonly string[]) => Promise<boolean>;
    isUsed: (term: TermReference) => boolean;
    termNames: TermNames;
    documents: Pick<DocumentStore, 'nearest'>;
  },
): Promise<NearestSearch> {
  const { finds, isUsed, termNames, documents } = options;
  const typed = searchWords(search);
  const words = typed.slice(0, maxOfferedWords);
  const firstFound = async (candidates: readonly string[]) => {
    for (const candidate of candidates) if (await finds([candidate])) return candidate;
    return undefined;
  };
  const nearestTo = async (word: string) =>
    (await firstFound([word, ...termNames.nearest(word)])) ?? firstFound(await documents.nearest(word));
  const near = (await Promise.all(words.map(nearestTo))).filter((word) => word !== undefined);
  // Offers all of them together, or else the longest with results: short words are the most dispensable.
  const byLength = near.toSorted((a, b) => b.length - a.length);
  let offered: string | undefined;
  for (const offer of [near, ...byLength.map((word) => [word])]) {
    if (offered !== undefined || offer.length === 0 || offer.join(' ') === typed.join(' ')) continue;
    if (await finds(offer)) offered = offer.join(' ');
  }
  const terms = new Map(
    [...words, ...near]
      .flatMap((word) => termNames.having([word], true))
      .map((term) => [`${term.kind} ${term.slug}`, term]),
  );
  return { ...(offered ? { words: offered } : {}), terms: [...terms.values()].filter(isUsed) };
}
