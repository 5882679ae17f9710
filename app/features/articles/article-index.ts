import type { Article, ArticleSummary } from './article.schema.ts';
import type { TermKind, TermReference } from './term-names.ts';

/** A query for articles. Terms of one kind are alternatives; kinds and search must all match (Contract, API endpoints). */
export interface ArticleQuery {
  /** Slug; empty for every category; an unknown slug matches nothing. */
  category?: string | undefined;
  /**
   * Words in any order. Each must begin a word of the article or of the names of its terms, or be another form of one. If no
   * article matches all, words of five letters or more may contain one typing error. Blank text matches everything.
   */
  search?: string | undefined;
  /** Slugs; an unknown slug matches nothing. */
  topics?: readonly string[];
  industries?: readonly string[];
  /** From 1. */
  page: number;
  pageSize: number;
}

interface ArticleResults {
  /** Those of the requested page. */
  articles: readonly ArticleSummary[];
  /** Number of articles on all pages. */
  total: number;
}

/** Alternatives to a search without results. */
export interface NearestSearch {
  /** Words with results: those of the search or the nearest to them, without words that have no near match. */
  words?: string;
  /** Terms whose names contain a word of the search or the nearest to one. */
  terms: readonly TermReference[];
}

/** Number of articles with each term, by its slug; terms without articles are absent. */
type TermCounts = Readonly<Record<TermKind, ReadonlyMap<string, number>>>;

/** Queries the articles of one content version that are shown at one time. */
export interface ArticleIndex {
  /** Returns one page of results: newest first, or the best match first for a search. */
  list(query: ArticleQuery): Promise<ArticleResults>;
  /** Suggests alternatives to a search without results; each has results in the search's category. */
  nearest(query: Pick<ArticleQuery, 'category' | 'search'>): Promise<NearestSearch>;
  /** @param category slug */
  termCounts(category: string): Promise<TermCounts>;
  /** @returns undefined where no such article is shown */
  find(slug: string): Promise<Article | undefined>;
  /** Returns the current slug of the article that formerly had this one. */
  currentSlug(formerSlug: string): Promise<string | undefined>;
  /** Returns the other articles that share most topics and industries, newest first; undefined where no such article is shown. */
  related(slug: string, limit: number): Promise<readonly ArticleSummary[] | undefined>;
}
