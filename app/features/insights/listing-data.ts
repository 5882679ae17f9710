import type { CategorySlug, Taxonomy, Term } from './article.schema.ts';
import { type ArticleCard, cardOf } from './article-card.ts';
import type { ArticleIndex } from './article-index.ts';
import { pageSize } from './limits.ts';
import type { ListingState } from './listing-state.ts';
import { pageCountOf } from './pagination.ts';

/** A term to filter by, with the number of articles of the open tab that carry it. */
export interface CountedTerm extends Term {
  count: number;
}

/** What the listing shows. */
export interface ListingData {
  state: ListingState;
  categories: readonly { slug: CategorySlug; name: string }[];
  topics: readonly CountedTerm[];
  industries: readonly CountedTerm[];
  cards: readonly ArticleCard[];
  total: number;
  pageCount: number;
  /** What the other tab has of the same search and filter, where this one has nothing. */
  elsewhere?: { category: CategorySlug; total: number };
}

/** What the listing shows in a state. The page asked for may lie past the last one: see `pageCount`. */
export async function listingData(index: ArticleIndex, taxonomy: Taxonomy, state: ListingState): Promise<ListingData> {
  const [found, counts] = await Promise.all([index.list({ ...state, pageSize }), index.termCounts(state.category)]);
  const elsewhere = found.total === 0 ? await foundElsewhere(index, taxonomy, state) : undefined;
  const counted = (kind: 'topics' | 'industries') =>
    taxonomy[kind].map((term) => ({ ...term, count: counts[kind].get(term.slug) ?? 0 }));
  return {
    state,
    categories: taxonomy.categories,
    topics: counted('topics'),
    industries: counted('industries'),
    cards: found.articles.map(cardOf),
    total: found.total,
    pageCount: pageCountOf(found.total, pageSize),
    ...(elsewhere ? { elsewhere } : {}),
  };
}

async function foundElsewhere(index: ArticleIndex, taxonomy: Taxonomy, state: ListingState) {
  for (const { slug: category } of taxonomy.categories) {
    if (category === state.category) continue;
    const { total } = await index.list({ ...state, category, page: 1, pageSize });
    if (total > 0) return { category, total };
  }
  return undefined;
}
