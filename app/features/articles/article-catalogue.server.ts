import type { DocumentStore } from '../../platform/search-index/document-store.ts';
import { isBlank } from '../../shared/is-blank.ts';
import type { ArticleSummary } from './article.schema.ts';
import type { ArticleIndex, ArticleQuery } from './article-index.ts';
import { add, type BitSet, count, emptySet, has, intersection, remove, slice, union } from './bit-set.ts';
import { nearestSearch } from './nearest-search.server.ts';
import { searchWords, spellingsOf } from './search-words.ts';
import { createTermNames, type TermKind, type TermReference, termKinds } from './term-names.ts';
import { createWordSearch } from './word-search.server.ts';

/** An article of a content version with the id of its document. */
export interface CataloguedArticle {
  document: number;
  summary: ArticleSummary;
}

type Documents = Pick<DocumentStore, 'search' | 'nearest' | 'body'>;

/** Weight of a shared term in the relatedness of two articles. */
const weights = { topics: 4, industries: 2, category: 1 } as const;

/**
 * All articles of one content version, including those published later or no longer. Lists and filters use sets of positions in
 * the list of all articles, newest first: a set of 100,000 takes 12 KB, and intersecting two takes some microseconds. The document
 * store searches words.
 * @param articles in any order, without drafts
 * @param documents searches words and stores the texts
 * @param render converts a text to safe HTML
 */
export function createArticleCatalogue(
  articles: readonly CataloguedArticle[],
  documents: Documents,
  render: (body: string) => string,
) {
  const catalogue = arrange(articles, documents, render);
  const { summaries, summariesAt, size } = catalogue;
  const timed = summaries.flatMap(({ publish_at, unpublish_at }, position) => {
    if (!publish_at && !unpublish_at) return [];
    const from = publish_at ? Date.parse(publish_at) : Number.NEGATIVE_INFINITY;
    const until = unpublish_at ? Date.parse(unpublish_at) : Number.POSITIVE_INFINITY;
    return [{ position, from, until }];
  });

  return {
    /** Times at which an article appears or disappears, ascending, ms since 1970. */
    changeTimes: [...new Set(timed.flatMap(({ from, until }) => [from, until]))]
      .filter(Number.isFinite)
      .sort((a, b) => a - b),
    /** Returns the articles shown at a time, ms since 1970: as a list, newest first, and as an index. */
    at(time: number): { articles: readonly ArticleSummary[]; index: ArticleIndex } {
      const visible = emptySet(size);
      for (let position = 0; position < size; position += 1) add(visible, position);
      for (const { position, from, until } of timed) if (time < from || time >= until) remove(visible, position);
      return { articles: summariesAt(slice(visible, 0, size)), index: createIndex(visible, catalogue) };
    },
  };
}

type Catalogue = ReturnType<typeof arrange>;

/** Arranges articles for lists and filters, the same for every time. */
function arrange(articles: readonly CataloguedArticle[], documents: Documents, render: (body: string) => string) {
  const newestFirst = articles.toSorted(({ summary: a }, { summary: b }) =>
    a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id,
  );
  const summaries = newestFirst.map(({ summary }) => summary);
  const size = summaries.length;
  const byTerm: Readonly<Record<TermKind, ReadonlyMap<string, BitSet>>> = {
    topics: setsBy(summaries, ({ topics }) => topics.map(({ slug }) => slug)),
    industries: setsBy(summaries, ({ industries }) => industries.map(({ slug }) => slug)),
  };
  const positionByDocument = positionsByDocument(newestFirst);
  const termNames = createTermNames(summaries);
  const withTerms = (terms: readonly TermReference[]): BitSet =>
    union(
      size,
      terms.flatMap(({ kind, slug }) => byTerm[kind].get(slug) ?? []),
    );
  return {
    newestFirst,
    summaries,
    size,
    positionBySlug: new Map(summaries.map(({ slug }, position) => [slug, position])),
    positionByFormerSlug: new Map(
      summaries.flatMap(({ former_slugs }, position) => former_slugs.map((slug) => [slug, position] as const)),
    ),
    byCategory: setsBy(summaries, ({ category }) => [category.slug]),
    byTerm,
    termNames,
    withTerms,
    positionsOf: createWordSearch({ size, documents, positionByDocument, termNames, withTerms }),
    summariesAt: (positions: readonly number[]) => positions.flatMap((position) => summaries[position] ?? []),
    documents,
    render,
  };
}

/** Creates the index of the articles that are shown at a time. */
function createIndex(visible: BitSet, catalogue: Catalogue): ArticleIndex {
  const { summaries, summariesAt, size, byCategory, byTerm, documents } = catalogue;
  const isShown = (position: number | undefined): position is number =>
    position !== undefined && has(visible, position);
  const chosenBy = (query: Omit<ArticleQuery, 'page' | 'pageSize'>): BitSet => {
    const sets = [visible];
    if (query.category) sets.push(byCategory.get(query.category) ?? emptySet(size));
    for (const kind of termKinds) {
      const slugs = query[kind] ?? [];
      if (slugs.length > 0) sets.push(catalogue.withTerms(slugs.map((slug) => ({ kind, slug }))));
    }
    return intersection(size, sets);
  };
  /** Finds articles with the words; if no shown article has them, articles with words one typing error away. */
  const find = async (words: readonly string[]): Promise<Uint32Array> => {
    const spellings = spellingsOf(words);
    const found = await catalogue.positionsOf(spellings, false);
    return found.some((position) => has(visible, position)) ? found : catalogue.positionsOf(spellings, true);
  };

  return {
    async list(query) {
      const chosen = chosenBy(query);
      const start = (query.page - 1) * query.pageSize;
      if (isBlank(query.search ?? '')) {
        return { articles: summariesAt(slice(chosen, start, query.pageSize)), total: count(chosen) };
      }
      // A search without any word (symbols, pictographs) matches no article.
      const words = searchWords(query.search ?? '');
      const found = words.length > 0 ? await find(words) : new Uint32Array();
      const matching = found.filter((position) => has(chosen, position));
      const page = matching.subarray(start, start + query.pageSize);
      return { articles: summariesAt([...page]), total: matching.length };
    },

    async nearest({ category, search = '' }) {
      const shown = chosenBy({ category });
      return nearestSearch(search, {
        // Exactly: a misspelt word, which a search forgives, would be offered as the visitor's own mistake.
        finds: async (words) =>
          (await catalogue.positionsOf(spellingsOf(words), false)).some((position) => has(shown, position)),
        isUsed: ({ kind, slug }) => count(intersection(size, [shown, byTerm[kind].get(slug) ?? emptySet(size)])) > 0,
        termNames: catalogue.termNames,
        documents,
      });
    },

    async termCounts(category) {
      const shown = chosenBy({ category });
      const counts = (kind: TermKind) =>
        new Map([...byTerm[kind]].map(([slug, set]) => [slug, count(intersection(size, [shown, set]))]));
      return { topics: counts('topics'), industries: counts('industries') };
    },

    async find(slug) {
      const position = catalogue.positionBySlug.get(slug);
      const article = isShown(position) ? catalogue.newestFirst[position] : undefined;
      if (!article) return undefined;
      const body = await documents.body(article.document);
      // An error, not a missing page, which search engines would remove.
      if (body === undefined) throw new Error(`The text of the article "${slug}" is missing in the store of documents`);
      return { ...article.summary, html: catalogue.render(body) };
    },

    async currentSlug(formerSlug) {
      const position = catalogue.positionByFormerSlug.get(formerSlug);
      return isShown(position) ? summaries[position]?.slug : undefined;
    },

    async related(slug, limit) {
      const position = catalogue.positionBySlug.get(slug);
      if (!isShown(position)) return undefined;
      return summariesAt(relatedTo(position, limit, visible, catalogue));
    },
  };
}

function setsBy(summaries: readonly ArticleSummary[], slugsOf: (summary: ArticleSummary) => readonly string[]) {
  const sets = new Map<string, BitSet>();
  for (const [position, summary] of summaries.entries()) {
    for (const slug of slugsOf(summary)) {
      add(
        sets.getOrInsertComputed(slug, () => emptySet(summaries.length)),
        position,
      );
    }
  }
  return sets;
}

/** Maps each document to its article's position in the list; -1 for a document without an article, such as an earlier text. */
function positionsByDocument(articles: readonly CataloguedArticle[]): Int32Array {
  const maxDocument = articles.reduce((max, { document }) => Math.max(max, document), -1);
  const positions = new Int32Array(maxDocument + 1).fill(-1);
  for (const [position, { document }] of articles.entries()) positions[document] = position;
  return positions;
}

/** Returns the positions of the shown articles that share most with the one at a position, the newest first among equals. */
function relatedTo(position: number, limit: number, visible: BitSet, catalogue: Catalogue): number[] {
  const { summaries, byCategory, byTerm, size } = catalogue;
  const article = summaries[position];
  if (!article) return [];
  const sets = [
    ...termKinds.flatMap((kind) => article[kind].map(({ slug }) => [byTerm[kind].get(slug), weights[kind]] as const)),
    [byCategory.get(article.category.slug), weights.category] as const,
  ];
  /** Positions by the total weight of the shared terms. */
  const levels: number[][] = [];
  for (let other = 0; other < size; other += 1) {
    if (other === position || !has(visible, other)) continue;
    let shared = 0;
    for (const [set, weight] of sets) if (set && has(set, other)) shared += weight;
    levels[shared] ??= [];
    if ((levels[shared]?.length ?? 0) < limit) levels[shared]?.push(other);
  }
  return levels
    .toReversed()
    .flatMap((level) => level ?? [])
    .slice(0, limit);
}
