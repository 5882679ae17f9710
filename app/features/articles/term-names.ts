import type { Spellings } from '../../platform/search-index/document-store.ts';
import { foldText } from '../../shared/fold-text.ts';
import { minSlipLength, slipsBetween, stemOf } from '../../shared/word-likeness.ts';
import type { ArticleSummary } from './article.schema.ts';

export const termKinds = ['topics', 'industries'] as const;
export type TermKind = (typeof termKinds)[number];

export interface TermReference {
  kind: TermKind;
  slug: string;
}

/** The names of topics and industries, to be searched by their words. */
export interface TermNames {
  /**
   * Terms whose names have a word that begins like this one, or is another form of it.
   * @param isForgiving whether a word of five letters and more may have one slip
   */
  having(spellings: Spellings, isForgiving: boolean): TermReference[];
  /** Words of names that are two slips away at most. */
  nearest(word: string): string[];
}

/** One letter begins too many names to mean any. */
const minNamePrefix = 2;

/** @param summaries articles whose terms are meant */
export function createTermNames(summaries: readonly Pick<ArticleSummary, TermKind>[]): TermNames {
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
    having(spellings, isForgiving) {
      const sought = spellings.filter(({ length }) => length >= minNamePrefix);
      const [typed] = spellings;
      const soughtStems = sought.map(stemOf);
      const isMeant = (word: string) =>
        sought.some((spelling, index) => word.startsWith(spelling) || stems.get(word) === soughtStems[index]) ||
        (isForgiving && typed.length >= minSlipLength && slipsBetween(word, typed, 1) <= 1);
      const meant = new Set(allWords.filter(isMeant));
      if (meant.size === 0) return [];
      return names
        .filter(({ words }) => words.some((word) => meant.has(word)))
        .map(({ kind, slug }) => ({ kind, slug }));
    },

    nearest: (word) =>
      word.length < minSlipLength ? [] : allWords.filter((other) => slipsBetween(word, other, 2) <= 2),
  };
}

/** The words of a name, and two that stand beside each other as one: "Cyber security" is found by "cybersecurity". */
function wordsOf(name: string): string[] {
  const words = foldText(name).split(' ').filter(Boolean);
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)];
}
