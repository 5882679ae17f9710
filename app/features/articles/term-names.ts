import type { Spellings } from '../../platform/search-index/document-store.ts';
import { editDistance, minTypoLength, stemOf } from '../../shared/edit-distance.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { ArticleSummary } from './article.schema.ts';

/** The kinds of terms, as properties of an article. */
export const termKinds = ['topics', 'industries'] as const;
export type TermKind = (typeof termKinds)[number];

/** A term by its kind and slug. */
export interface TermReference {
  kind: TermKind;
  slug: string;
}

export type TermNames = ReturnType<typeof createTermNames>;

/** A single letter matches too many names to be meaningful. */
const minNamePrefix = 2;

/** Searches the names of topics and industries by their words. @param summaries articles whose terms are searched */
export function createTermNames(summaries: readonly Pick<ArticleSummary, TermKind>[]) {
  const byKind = { topics: new Map<string, readonly string[]>(), industries: new Map<string, readonly string[]>() };
  for (const summary of summaries) {
    for (const kind of termKinds) {
      for (const { slug, name } of summary[kind]) {
        if (!byKind[kind].has(slug)) byKind[kind].set(slug, wordsOf(name));
      }
    }
  }
  const names = termKinds.flatMap((kind) => Array.from(byKind[kind], ([slug, words]) => ({ kind, slug, words })));
  const allWords = [...new Set(names.flatMap(({ words }) => words))];
  const stems = new Map(allWords.map((word) => [word, stemOf(word)]));
  return {
    /** Returns terms with a word that starts with this one or another form of it; a forgiving search allows a typing error. */
    having(spellings: Spellings, isForgiving: boolean): TermReference[] {
      const sought = spellings.filter(({ length }) => length >= minNamePrefix);
      const [typed] = spellings;
      const soughtStems = sought.map(stemOf);
      const isMatch = (word: string) =>
        sought.some((spelling, index) => word.startsWith(spelling) || stems.get(word) === soughtStems[index]) ||
        (isForgiving && typed.length >= minTypoLength && editDistance(word, typed, 1) <= 1);
      const matches = new Set(allWords.filter(isMatch));
      if (matches.size === 0) return [];
      return names
        .filter(({ words }) => words.some((word) => matches.has(word)))
        .map(({ kind, slug }) => ({ kind, slug }));
    },

    /** Returns words of names with an edit distance of at most two. */
    nearest: (word: string): string[] =>
      word.length < minTypoLength ? [] : allWords.filter((other) => editDistance(word, other, 2) <= 2),
  };
}

/** Returns the words of a name and the compounds of adjacent words: "cybersecurity" finds "Cyber security". */
function wordsOf(name: string): string[] {
  const words = foldText(name).split(' ').filter(Boolean);
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)];
}
