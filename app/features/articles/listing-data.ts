import { shortenToCharacters } from '../../shared/shorten.ts';
import type { ArticleSummary, CategorySlug, Taxonomy, Term } from './article.schema.ts';
import type { ArticleIndex } from './article-index.ts';
import { chipLength, maxTermOffers, pageSize } from './limits.ts';
import { changeListing, type ListingState, noChoices } from './listing-state.ts';
import { pageCountOf } from './pagination.ts';
import type { TermKind } from './term-names.ts';

/** A filter term with the number of its articles in the open tab. */
export interface CountedTerm extends Term {
  count: number;
}

/** Another search with results, offered where a search has none. */
export interface SearchOffer {
  state: ListingState;
  /** Words, or the name of a topic or an industry. */
  name: string;
  isTerm: boolean;
  total: number;
}

export interface ListingData {
  state: ListingState;
  categories: readonly { slug: CategorySlug; name: string }[];
  /** All topics, and those that the URL also names, such as one that was removed: it narrows the results until it is cleared. */
  topics: readonly CountedTerm[];
  /** The same for industries. */
  industries: readonly CountedTerm[];
  articles: readonly ArticleSummary[];
  total: number;
  pageCount: number;
  /** The other tab's results for the same search and filter, where this tab has none. */
  elsewhere?: { category: CategorySlug; total: number };
  /** Alternatives to a search without results. */
  offers: readonly SearchOffer[];
}

/** Returns the listing's data for a state. The requested page may lie past the last one: see `pageCount`. */
export async function listingData(index: ArticleIndex, taxonomy: Taxonomy, state: ListingState): Promise<ListingData> {
  const [found, counts] = await Promise.all([index.list({ ...state, pageSize }), index.termCounts(state.category)]);
  const elsewhere = found.total === 0 ? await foundElsewhere(index, taxonomy, state) : undefined;
  const isFutile = found.total === 0 && state.search !== '';
  const counted = (kind: TermKind) => {
    const unknown = state[kind].filter((slug) => taxonomy[kind].every((term) => term.slug !== slug));
    return [...taxonomy[kind], ...unknown.map((slug) => ({ slug, name: shortenToCharacters(slug, chipLength) }))].map(
      (term) => ({ ...term, count: counts[kind].get(term.slug) ?? 0 }),
    );
  };
  const terms = { topics: counted('topics'), industries: counted('industries') };
  return {
    state,
    categories: taxonomy.categories,
    ...terms,
    ...found,
    pageCount: pageCountOf(found.total, pageSize),
    ...(elsewhere ? { elsewhere } : {}),
    offers: isFutile ? await offersInstead(index, state, terms) : [],
  };
}

async function offersInstead(
  index: ArticleIndex,
  state: ListingState,
  terms: Record<TermKind, readonly CountedTerm[]>,
): Promise<SearchOffer[]> {
  const nearest = await index.nearest(state);
  const offers: SearchOffer[] = [];
  if (nearest.words !== undefined) {
    // With the current filter, or without it if nothing remains.
    for (const change of [{ search: nearest.words }, { ...noChoices, search: nearest.words }]) {
      const offered = changeListing(state, change);
      const { total } = await index.list({ ...offered, pageSize });
      if (total === 0) continue;
      offers.push({ state: offered, name: nearest.words, isTerm: false, total });
      break;
    }
  }
  for (const { kind, slug } of nearest.terms.slice(0, maxTermOffers)) {
    const term = terms[kind].find((known) => known.slug === slug);
    if (!term) continue;
    const offered = changeListing(state, { ...noChoices, [kind]: [slug] });
    offers.push({ state: offered, name: term.name, isTerm: true, total: term.count });
  }
  return offers;
}

async function foundElsewhere(index: ArticleIndex, taxonomy: Taxonomy, state: ListingState) {
  for (const { slug: category } of taxonomy.categories) {
    if (category === state.category) continue;
    const { total } = await index.list({ ...state, category, page: 1, pageSize });
    if (total > 0) return { category, total };
  }
  return undefined;
}
