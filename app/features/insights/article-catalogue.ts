import type { DocumentStore, MatchGroup } from '../../platform/content/document-store.ts';
import { createByteBoundedCache } from '../../platform/http/byte-bounded-cache.ts';
import type { ArticleSummary } from './article.schema.ts';
import type { ArticleIndex, ArticleQuery } from './article-index.ts';
import { add, type BitSet, count, emptySet, has, intersection, remove, slice, union } from './bit-set.ts';
import { searchWords } from './search-words.ts';

/** An article of a content version with the id of its document. */
export interface CataloguedArticle {
  document: number;
  summary: ArticleSummary;
}

/** All articles of one content version, those of another time included. */
export interface ArticleCatalogue {
  /** Those that are shown at a moment, ms since 1970: newest first, and as an index. */
  at(moment: number): { articles: readonly ArticleSummary[]; index: ArticleIndex };
  /** Moments at which one comes or goes, ascending, ms since 1970. */
  readonly moments: readonly number[];
}

/** Memory for answers to searches. One of a word that stands in 100,000 articles takes 400 KB. */
const answersBytes = 32 * 1024 * 1024;

/** What a shared term adds to how related two articles are. */
const worth = { topics: 4, industries: 2, category: 1 } as const;

type Kind = 'topics' | 'industries';

/**
 * Lists and filters are answered from sets of positions in the list of all articles, newest first: a set of 100,000 is
 * 12 KB, and two are intersected in some microseconds. Words are found by the store of documents.
 * @param articles in any order, without drafts
 * @param documents finds words, and has the texts
 * @param render makes safe HTML of a text
 */
export function createArticleCatalogue(
  articles: readonly CataloguedArticle[],
  documents: Pick<DocumentStore, 'search' | 'body'>,
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
  const byTerm: Record<Kind, Map<string, BitSet>> = {
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

  const answers = createByteBoundedCache<Uint32Array>({ maxBytes: answersBytes, sizeOf: (ids) => ids.byteLength });
  const running = new Map<string, Promise<Uint32Array>>();

  /** Positions of what has the words, the best match first. */
  const positionsOf = (words: readonly string[]): Promise<Uint32Array> => {
    const key = words.join(' ');
    const known = answers.get(key);
    if (known) return Promise.resolve(known);
    const asked =
      running.get(key) ??
      documents
        .search(words)
        .then((groups) => {
          const positions = inOrder(groups, positionByDocument, size);
          answers.put(key, positions);
          return positions;
        })
        .finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };

  const summariesAt = (positions: readonly number[]) => positions.flatMap((position) => summaries[position] ?? []);

  const indexOf = (visible: BitSet): ArticleIndex => {
    const isShown = (position: number | undefined): position is number =>
      position !== undefined && has(visible, position);
    const chosenBy = (query: ArticleQuery): BitSet => {
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
    return {
      async list(query) {
        const chosen = chosenBy(query);
        const start = (query.page - 1) * query.pageSize;
        if (!query.search?.trim()) {
          return { articles: summariesAt(slice(chosen, start, query.pageSize)), total: count(chosen) };
        }
        // What holds no word at all (signs, pictographs) is in no article.
        const words = searchWords(query.search);
        const found = words.length > 0 ? await positionsOf(words) : new Uint32Array();
        const page: number[] = [];
        let total = 0;
        for (const position of found) {
          if (!has(chosen, position)) continue;
          if (total >= start && page.length < query.pageSize) page.push(position);
          total += 1;
        }
        return { articles: summariesAt(page), total };
      },

      async termCounts(category) {
        const shown = chosenBy({ category, page: 1, pageSize: 1 });
        const counts = (kind: Kind) =>
          new Map([...byTerm[kind]].map(([slug, set]) => [slug, count(intersection(shown, set))]));
        return { topics: counts('topics'), industries: counts('industries') };
      },

      async find(slug) {
        const position = positionBySlug.get(slug);
        const article = isShown(position) ? newestFirst[position] : undefined;
        const body = article && (await documents.body(article.document));
        return body === undefined ? undefined : article && { ...article.summary, html: render(body) };
      },

      async slugNow(formerSlug) {
        const position = positionByFormerSlug.get(formerSlug);
        return isShown(position) ? summaries[position]?.slug : undefined;
      },

      async related(slug, limit) {
        const position = positionBySlug.get(slug);
        const article = isShown(position) ? summaries[position] : undefined;
        if (!article) return undefined;
        const sets: [BitSet | undefined, number][] = [
          ...article.topics.map((term): [BitSet | undefined, number] => [byTerm.topics.get(term.slug), worth.topics]),
          ...article.industries.map((term): [BitSet | undefined, number] => [
            byTerm.industries.get(term.slug),
            worth.industries,
          ]),
          [byCategory.get(article.category.slug), worth.category],
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
        return withPicturesApart(summariesAt(nearest), article.banner.src);
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

/** Cards of the related carousel that are in view together (Specification 2, Single article). */
const cardsInView = 3;

/**
 * The same articles, in their order as far as no two that are in view together show the same picture.
 * @param above the picture that is seen before them
 */
function withPicturesApart(articles: readonly ArticleSummary[], above: string): ArticleSummary[] {
  const rest = [...articles];
  const placed: ArticleSummary[] = [];
  const seen = [above];
  while (rest.length > 0) {
    const inView = seen.slice(1 - cardsInView);
    const next = rest.findIndex(({ banner }) => !inView.includes(banner.src));
    for (const article of rest.splice(Math.max(next, 0), 1)) {
      placed.push(article);
      seen.push(article.banner.src);
    }
  }
  return placed;
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

/** Where in the list the article of each document stands; -1 where it has none, as that of an earlier text. */
function positionsByDocument(articles: readonly CataloguedArticle[]): Int32Array {
  const largest = articles.reduce((most, { document }) => Math.max(most, document), -1);
  const positions = new Int32Array(largest + 1).fill(-1);
  for (const [position, { document }] of articles.entries()) positions[document] = position;
  return positions;
}
