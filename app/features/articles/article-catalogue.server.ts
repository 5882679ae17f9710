import { createByteBoundedCache } from '../../platform/http/byte-bounded-cache.ts';
import type { DocumentStore, MatchGroup, Spellings } from '../../platform/search-index/document-store.ts';
import { minSlipLength } from '../../shared/word-likeness.ts';
import type { ArticleSummary } from './article.schema.ts';
import type { ArticleIndex, ArticleQuery } from './article-index.ts';
import { add, type BitSet, count, emptySet, has, intersection, remove, slice, union } from './bit-set.ts';
import { searchWords, spellingsOf } from './search-words.ts';
import { createTermNames, type TermKind } from './term-names.ts';

/** An article of a content version with the id of its document. */
export interface CataloguedArticle {
  document: number;
  summary: ArticleSummary;
}

/** All articles of one content version, those of another time included. */
export interface ArticleCatalogue {
  /** The articles shown at a time, ms since 1970: newest first, and as an index. */
  at(moment: number): { articles: readonly ArticleSummary[]; index: ArticleIndex };
  /** Moments at which one comes or goes, ascending, ms since 1970. */
  readonly moments: readonly number[];
}

/** Memory for cached search results, bytes. A word that occurs in 100,000 articles takes 400 KB. */
const resultBytes = 32 * 1024 * 1024;

/** What a shared term adds to how related two articles are. */
const weights = { topics: 4, industries: 2, category: 1 } as const;

/** Words of a search that are looked for in the names of terms too: each costs a search of its own. */
const maxNameWords = 4;

/** Words of a search in vain for which others are offered. */
const maxOfferedWords = 6;

/**
 * Lists and filters use sets of positions in the list of all articles, newest first: a set of 100,000 is
 * 12 KB, and two are intersected in some microseconds. Words are found by the store of documents.
 * @param articles in any order, without drafts
 * @param documents finds words, and has the texts
 * @param render makes safe HTML of a text
 */
export function createArticleCatalogue(
  articles: readonly CataloguedArticle[],
  documents: Pick<DocumentStore, 'search' | 'nearest' | 'body'>,
  render: (body: string) => string,
): ArticleCatalogue {
  const newestFirst = articles.toSorted(({ summary: a }, { summary: b }) =>
    a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id,
  );
  const summaries = newestFirst.map(({ summary }) => summary);
  const size = summaries.length;
  const positionBySlug = new Map(summaries.map(({ slug }, position) => [slug, position]));
  const positionByFormerSlug = new Map(
    summaries.flatMap(({ former_slugs }, position) => former_slugs.map((slug) => [slug, position] as const)),
  );
  const positionByDocument = positionsByDocument(newestFirst);
  const byCategory = setsBy(summaries, ({ category }) => [category.slug]);
  const byTerm: Record<TermKind, Map<string, BitSet>> = {
    topics: setsBy(summaries, ({ topics }) => topics.map(({ slug }) => slug)),
    industries: setsBy(summaries, ({ industries }) => industries.map(({ slug }) => slug)),
  };
  const timed = summaries.flatMap(({ publish_at, unpublish_at }, position) =>
    publish_at || unpublish_at
      ? [
          {
            position,
            from: publish_at ? Date.parse(publish_at) : Number.NEGATIVE_INFINITY,
            until: unpublish_at ? Date.parse(unpublish_at) : Number.POSITIVE_INFINITY,
          },
        ]
      : [],
  );

  const answers = createByteBoundedCache<Uint32Array>({ maxBytes: resultBytes, sizeOf: (ids) => ids.byteLength });
  const running = new Map<string, Promise<Uint32Array>>();

  /** Remembers what was found for a question, and asks once where several ask at a time. */
  const remembered = (key: string, ask: () => Promise<Uint32Array>): Promise<Uint32Array> => {
    const known = answers.get(key);
    if (known) return Promise.resolve(known);
    const asked =
      running.get(key) ??
      ask()
        .then((positions) => {
          answers.put(key, positions);
          return positions;
        })
        .finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };

  /** Positions of what has the words in its text, the best match first. */
  const foundInTexts = (words: readonly Spellings[], isForgiving: boolean): Promise<Uint32Array> => {
    // Where no word is long enough for a slip it is the same search, which has been made.
    const forgives = isForgiving && words.some(([word]) => word.length >= minSlipLength);
    return remembered(`text ${forgives} ${words.join(' ')}`, async () =>
      inOrder(await documents.search(words, forgives), positionByDocument, size),
    );
  };

  const termNames = createTermNames(summaries);
  /** What has a term whose name has the word; undefined where no name has it. */
  const namedBy = (spellings: Spellings, isForgiving: boolean): BitSet | undefined => {
    const terms = termNames.having(spellings, isForgiving);
    if (terms.length === 0) return undefined;
    return union(
      size,
      terms.flatMap(({ kind, slug }) => byTerm[kind].get(slug) ?? []),
    );
  };

  /**
   * Positions of what has each word in its text or in the name of a term, the best match first: what has them in its text and
   * those that are names in both, what has all in its text, and the rest.
   */
  const positionsOf = (words: readonly Spellings[], isForgiving: boolean): Promise<Uint32Array> => {
    const named: { word: Spellings; set: BitSet }[] = [];
    const others: Spellings[] = [];
    for (const word of words) {
      const set = named.length < maxNameWords ? namedBy(word, isForgiving) : undefined;
      if (set) named.push({ word, set });
      else others.push(word);
    }
    if (named.length === 0) return foundInTexts(words, isForgiving);
    return remembered(`all ${isForgiving} ${words.join(' ')}`, async () => {
      const inTextsOnly = others.length > 0 ? await foundInTexts(others, isForgiving) : undefined;
      // What is in no name has to be in the text: each search costs a way to another thread and back.
      if (inTextsOnly?.length === 0) return inTextsOnly;
      const inTexts = await foundInTexts(words, isForgiving);
      const rest = inTextsOnly && setOf(inTextsOnly, size);
      const either = await Promise.all(
        named.map(async ({ word, set }) =>
          // Of a single one, what has it in its text is found already.
          named.length === 1 ? set : union(size, [set, setOf(await foundInTexts([word], isForgiving), size)]),
        ),
      );
      const [first = emptySet(size), ...more] = rest ? [rest, ...either] : either;
      const all = more.length === 0 ? first : intersection(first, ...more);
      const [name = all, ...names] = named.map(({ set }) => set);
      const inAllNames = names.length === 0 ? name : intersection(name, ...names);
      const text = setOf(inTexts, size);
      const ordered = new Uint32Array(size);
      let length = 0;
      const append = (positions: Iterable<number>, isWanted: (position: number) => boolean) => {
        for (const position of positions) {
          if (!isWanted(position)) continue;
          ordered[length] = position;
          length += 1;
        }
      };
      append(inTexts, (position) => has(inAllNames, position));
      append(inTexts, (position) => !has(inAllNames, position));
      append(slice(all, 0, size), (position) => !has(text, position));
      return ordered.slice(0, length);
    });
  };

  const summariesAt = (positions: readonly number[]) => positions.flatMap((position) => summaries[position] ?? []);

  const indexOf = (visible: BitSet): ArticleIndex => {
    const isShown = (position: number | undefined): position is number =>
      position !== undefined && has(visible, position);
    const chosenBy = (query: Omit<ArticleQuery, 'page' | 'pageSize'>): BitSet => {
      const sets = [visible];
      if (query.category) sets.push(byCategory.get(query.category) ?? emptySet(size));
      for (const kind of ['topics', 'industries'] as const) {
        const slugs = query[kind] ?? [];
        if (slugs.length > 0)
          sets.push(
            union(
              size,
              slugs.flatMap((slug) => byTerm[kind].get(slug) ?? []),
            ),
          );
      }
      return sets.length === 1 ? visible : intersection(visible, ...sets.slice(1));
    };
    /** What has the words; where nothing that is shown has them, what has words that are one slip away. */
    const find = async (words: readonly string[]): Promise<Uint32Array> => {
      const spellings = spellingsOf(words);
      const found = await positionsOf(spellings, false);
      return found.some((position) => has(visible, position)) ? found : positionsOf(spellings, true);
    };

    return {
      async list(query) {
        const chosen = chosenBy(query);
        const start = (query.page - 1) * query.pageSize;
        if (!query.search?.trim()) {
          return { articles: summariesAt(slice(chosen, start, query.pageSize)), total: count(chosen) };
        }
        // What holds no word at all (signs, pictographs) is in no article.
        const words = searchWords(query.search);
        const found = words.length > 0 ? await find(words) : new Uint32Array();
        const page: number[] = [];
        let total = 0;
        for (const position of found) {
          if (!has(chosen, position)) continue;
          if (total >= start && page.length < query.pageSize) page.push(position);
          total += 1;
        }
        return { articles: summariesAt(page), total };
      },

      async nearest({ category, search = '' }) {
        const shown = chosenBy({ category });
        const words = searchWords(search).slice(0, maxOfferedWords);
        const finds = async (some: readonly string[]) =>
          some.length > 0 && (await find(some)).some((position) => has(shown, position));
        const firstFound = async (candidates: readonly string[]) => {
          for (const candidate of candidates) if (await finds([candidate])) return candidate;
          return undefined;
        };
        const nearestTo = async (word: string) =>
          (await firstFound([word, ...termNames.nearest(word)])) ?? firstFound(await documents.nearest(word));
        const near = (await Promise.all(words.map(nearestTo))).filter((word) => word !== undefined);
        // All of them together, or else the longest that finds something: a short one is the one to do without.
        const byLength = near.toSorted((a, b) => b.length - a.length);
        const offers = [near, ...byLength.map((word) => [word])];
        let offered: readonly string[] | undefined;
        for (const offer of offers) {
          if (offer.join(' ') === searchWords(search).join(' ') || !(await finds(offer))) continue;
          offered = offer;
          break;
        }
        const terms = new Map(
          [...words, ...near]
            .flatMap((word) => termNames.having([word], true))
            .map((term) => [`${term.kind} ${term.slug}`, term]),
        );
        return {
          ...(offered ? { words: offered.join(' ') } : {}),
          terms: [...terms.values()].filter(
            ({ kind, slug }) => count(intersection(shown, byTerm[kind].get(slug) ?? emptySet(size))) > 0,
          ),
        };
      },

      async termCounts(category) {
        const shown = chosenBy({ category });
        const counts = (kind: TermKind) =>
          new Map([...byTerm[kind]].map(([slug, set]) => [slug, count(intersection(shown, set))]));
        return { topics: counts('topics'), industries: counts('industries') };
      },

      async find(slug) {
        const position = positionBySlug.get(slug);
        const article = isShown(position) ? newestFirst[position] : undefined;
        const body = article && (await documents.body(article.document));
        return body === undefined ? undefined : article && { ...article.summary, html: render(body) };
      },

      async currentSlug(formerSlug) {
        const position = positionByFormerSlug.get(formerSlug);
        return isShown(position) ? summaries[position]?.slug : undefined;
      },

      async related(slug, limit) {
        const position = positionBySlug.get(slug);
        const article = isShown(position) ? summaries[position] : undefined;
        if (!article) return undefined;
        const sets: [BitSet | undefined, number][] = [
          ...article.topics.map((term): [BitSet | undefined, number] => [byTerm.topics.get(term.slug), weights.topics]),
          ...article.industries.map((term): [BitSet | undefined, number] => [
            byTerm.industries.get(term.slug),
            weights.industries,
          ]),
          [byCategory.get(article.category.slug), weights.category],
        ];
        const levels: number[][] = [];
        for (let other = 0; other < size; other += 1) {
          if (other === position || !has(visible, other)) continue;
          let shared = 0;
          for (const [set, value] of sets) if (set && has(set, other)) shared += value;
          levels[shared] ??= [];
          if ((levels[shared]?.length ?? 0) < limit) levels[shared]?.push(other);
        }
        const nearest = levels
          .toReversed()
          .flatMap((level) => level ?? [])
          .slice(0, limit);
        return summariesAt(nearest);
      },
    };
  };

  return {
    moments: [...new Set(timed.flatMap(({ from, until }) => [from, until]))]
      .filter(Number.isFinite)
      .sort((a, b) => a - b),
    at(moment) {
      const visible = emptySet(size);
      for (let position = 0; position < size; position += 1) add(visible, position);
      for (const { position, from, until } of timed) if (moment < from || moment >= until) remove(visible, position);
      return { articles: summariesAt(slice(visible, 0, size)), index: indexOf(visible) };
    },
  };
}

function setsBy(summaries: readonly ArticleSummary[], slugsOf: (summary: ArticleSummary) => readonly string[]) {
  const sets = new Map<string, BitSet>();
  for (const [position, summary] of summaries.entries()) {
    for (const slug of slugsOf(summary)) {
      const set = sets.get(slug) ?? emptySet(summaries.length);
      add(set, position);
      sets.set(slug, set);
    }
  }
  return sets;
}

/** The positions that groups of documents name, each once: a better group, a better score, then the newest first. */
function inOrder(groups: readonly MatchGroup[], positionByDocument: Int32Array, size: number) {
  const order = new Uint32Array(size);
  let length = 0;
  const seen = emptySet(size);
  for (const { ids, scores } of groups) {
    const members: { position: number; score: number }[] = [];
    const unscored = emptySet(size);
    for (const [index, id] of ids.entries()) {
      const position = positionByDocument[id] ?? -1;
      if (position < 0 || has(seen, position)) continue;
      add(seen, position);
      if (scores) members.push({ position, score: scores[index] ?? 0 });
      else add(unscored, position);
    }
    members.sort((a, b) => a.score - b.score || a.position - b.position);
    for (const position of scores ? members.map((member) => member.position) : slice(unscored, 0, size)) {
      order[length] = position;
      length += 1;
    }
  }
  return order.slice(0, length);
}

function setOf(positions: Uint32Array, size: number): BitSet {
  const set = emptySet(size);
  for (const position of positions) add(set, position);
  return set;
}

/** Where in the list the article of each document stands; -1 where it has none, as that of an earlier text. */
function positionsByDocument(articles: readonly CataloguedArticle[]): Int32Array {
  const largest = articles.reduce((most, { document }) => Math.max(most, document), -1);
  const positions = new Int32Array(largest + 1).fill(-1);
  for (const [position, { document }] of articles.entries()) positions[document] = position;
  return positions;
}
