import type { Article, ArticleSummary } from './article.schema.ts';

/** What to find. Terms of one kind widen, kinds and search narrow (Contract, Calls). */
export interface ArticleQuery {
  /** Slug; every category where it is empty, none where it is unknown. */
  category?: string | undefined;
  /**
   * Words of which each must begin a word of the article or of the names of its terms, in any order, or be another form of one;
   * where nothing has them all, a word of five letters and more may have one slip. What is blank does not narrow.
   */
  search?: string | undefined;
  /** Slugs; an unknown one finds nothing. */
  topics?: readonly string[];
  industries?: readonly string[];
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface ArticleResults {
  articles: readonly ArticleSummary[];
  /** Of all pages. */
  total: number;
}

/** What to ask for where a search finds nothing. */
export interface NearestSearch {
  /** Words that find something: those of the search, each as it is or as the nearest that there is, without those that have none. */
  words?: string;
  /** Terms whose names have a word of the search, or the nearest to one. */
  terms: readonly { kind: 'topics' | 'industries'; slug: string }[];
}

/** How many articles carry each term, by its slug; a term that none carries is not there. */
export interface TermCounts {
  topics: ReadonlyMap<string, number>;
  industries: ReadonlyMap<string, number>;
}

/** The articles in force, as lists, endpoints and the article's page query them. Belongs to one content version. */
export interface ArticleIndex {
  /** One page of results: newest first, or the best match first where words are searched. */
  list(query: ArticleQuery): Promise<ArticleResults>;
  /** What a search that found nothing may have meant: offers lead to articles of its category. */
  nearest(query: Pick<ArticleQuery, 'category' | 'search'>): Promise<NearestSearch>;
  /** @param category slug */
  termCounts(category: string): Promise<TermCounts>;
  /** @returns nothing where there is no such article now */
  find(slug: string): Promise<Article | undefined>;
  /** The present slug of the article that once had this one. */
  currentSlug(formerSlug: string): Promise<string | undefined>;
  /**
   * Those that share most topics and industries with an article, the newest first among equals; never the article itself.
   * One whose picture stands beside it already is moved on.
   * @returns nothing where there is no such article now
   */
  related(slug: string, limit: number): Promise<readonly ArticleSummary[] | undefined>;
}
