import { createByteBoundedCache } from '../../platform/http/byte-bounded-cache.ts';
import type { DocumentStore, MatchGroup, Spellings } from '../../platform/search-index/document-store.ts';
import { minTypoLength } from '../../shared/edit-distance.ts';
import { add, type BitSet, difference, emptySet, has, intersection, union, writeTo } from './bit-set.ts';
import type { TermNames, TermReference } from './term-names.ts';

/** Memory for cached search results, bytes. A word that occurs in 100,000 articles takes 400 KB. */
const resultBytes = 32 * 1024 * 1024;

/** Words of a search that are also looked up in the names of terms: each costs a separate search. */
const maxNameWords = 4;

interface WordSearchOptions {
  /** Number of articles in the list. */
  readonly size: number;
  readonly documents: Pick<DocumentStore, 'search'>;
  /** Positions by document number; -1 for a document without an article. */
  readonly positionByDocument: Int32Array;
  readonly termNames: Pick<TermNames, 'having'>;
  /** Returns the positions of the articles that have any of some terms. */
  readonly withTerms: (terms: readonly TermReference[]) => BitSet;
}

/** Finds articles by words. Resolves to positions in the list of all articles, the best match first. */
export type WordSearch = (words: readonly Spellings[], isForgiving: boolean) => Promise<Uint32Array>;

/**
 * Searches texts and the names of terms. Articles with all words in the text, and those words that occur in term names also
 * there, come first, then articles with all words in the text, then the rest.
 */
export function createWordSearch(options: WordSearchOptions): WordSearch {
  const { size, documents, positionByDocument, termNames, withTerms } = options;
  const cached = createResultCache();

  /** Returns the positions of articles with the words in their text, the best match first. */
  const foundInTexts: WordSearch = (words, isForgiving) => {
    // If no word is long enough for a typing error, the exact search has the same result.
    const forgives = isForgiving && words.some(([word]) => word.length >= minTypoLength);
    return cached(`text ${forgives} ${words.join(' ')}`, async () =>
      inOrder(await documents.search(words, forgives), positionByDocument, size),
    );
  };

  return (words, isForgiving) => {
    const named: { word: Spellings; set: BitSet }[] = [];
    const others: Spellings[] = [];
    for (const word of words) {
      const terms = named.length < maxNameWords ? termNames.having(word, isForgiving) : [];
      if (terms.length > 0) named.push({ word, set: withTerms(terms) });
      else others.push(word);
    }
    if (named.length === 0) return foundInTexts(words, isForgiving);
    return cached(`all ${isForgiving} ${words.join(' ')}`, async () => {
      const inTextsOnly = others.length > 0 ? await foundInTexts(others, isForgiving) : undefined;
      // Words outside all names must be in the text. This check saves searches, each a round trip to another thread.
      if (inTextsOnly?.length === 0) return inTextsOnly;
      const inTexts = await foundInTexts(words, isForgiving);
      const either = await Promise.all(
        named.map(async ({ word, set }) =>
          // For a single name, the articles with the word in their text are already in `inTexts`.
          named.length === 1 ? set : union(size, [set, setOf(await foundInTexts([word], isForgiving), size)]),
        ),
      );
      const all = intersection(size, inTextsOnly ? [setOf(inTextsOnly, size), ...either] : either);
      const inAllNames = intersection(
        size,
        named.map(({ set }) => set),
      );
      const ordered = new Uint32Array(size);
      let length = 0;
      for (const position of inTexts) if (has(inAllNames, position)) ordered[length++] = position;
      for (const position of inTexts) if (!has(inAllNames, position)) ordered[length++] = position;
      length = writeTo(ordered, length, difference(all, setOf(inTexts, size)));
      return ordered.slice(0, length);
    });
  };
}

/** Caches search results by key; concurrent calls with the same key share one search. */
function createResultCache() {
  const results = createByteBoundedCache<Uint32Array>({ maxBytes: resultBytes, sizeOf: (ids) => ids.byteLength });
  const running = new Map<string, Promise<Uint32Array>>();
  return (key: string, search: () => Promise<Uint32Array>): Promise<Uint32Array> => {
    const result = results.get(key);
    if (result) return Promise.resolve(result);
    return running.getOrInsertComputed(key, () =>
      search()
        .then((positions) => {
          results.set(key, positions);
          return positions;
        })
        .finally(() => running.delete(key)),
    );
  };
}

/** Returns the unique positions of matched documents, ordered by group, then score, then newest first. */
function inOrder(groups: readonly MatchGroup[], positionByDocument: Int32Array, size: number) {
  const order = new Uint32Array(size);
  let length = 0;
  const seen = emptySet(size);
  for (const { ids, scores } of groups) {
    const members: { position: number; score: number }[] = [];
    const unscored = emptySet(size);
    for (let index = 0; index < ids.length; index += 1) {
      const position = positionByDocument[ids[index] ?? 0] ?? -1;
      if (position < 0 || has(seen, position)) continue;
      add(seen, position);
      if (scores) members.push({ position, score: scores[index] ?? 0 });
      else add(unscored, position);
    }
    members.sort((a, b) => a.score - b.score || a.position - b.position);
    for (const { position } of members) order[length++] = position;
    length = writeTo(order, length, unscored);
  }
  return order.slice(0, length);
}

function setOf(positions: Uint32Array, size: number): BitSet {
  const set = emptySet(size);
  for (const position of positions) add(set, position);
  return set;
}
