import type { ArticleQuery } from '../../app/features/articles/article-index.ts';
import { api } from '../../app/paths.ts';
import { type Terms, wordOfRank } from './generated-articles.ts';

/** Queries of one kind, each with another URL, so that no response is cached. */
export interface BenchQueries {
  name: string;
  queries: readonly ArticleQuery[];
}

/** Number of measured queries of a kind, if the articles permit so many. */
export const maxQueries = 400;

/** Articles per page, 9 on average as on the site. Their number is prime, so that they combine with everything else that recurs. */
const pageSizes = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Number of words that occur in most articles. */
const commonWords = 45;

/** Ranks of the words that people search for, which are rarer. */
const searchedWords = { from: 60, to: 6000 };

/** Returns the measured queries. @param articles number of articles */
export function queriesFor(articles: number, { topics, industries }: Terms): BenchQueries[] {
  const pages = Math.max(1, Math.floor(articles / 50));
  const searched = (turn: number) =>
    wordOfRank(searchedWords.from + ((turn * 37) % (searchedWords.to - searchedWords.from)));
  const taken = new Set<string>();
  /** Returns queries that differ from all others: `count`, or as many as there are. */
  const differing = (query: (turn: number) => Partial<ArticleQuery>, count = maxQueries): ArticleQuery[] => {
    const queries: ArticleQuery[] = [];
    for (let turn = 0; queries.length < count && turn < 20 * count; turn += 1) {
      const next = { page: 1, pageSize: pageSizes[turn % pageSizes.length] ?? 0, ...query(turn) };
      if (!taken.has(hrefOf(next))) queries.push(next);
      taken.add(hrefOf(next));
    }
    return queries;
  };
  return [
    {
      name: 'list',
      queries: differing((turn) => ({ category: 'insights', page: 1 + ((turn * 17) % pages) })),
    },
    {
      name: 'filter',
      queries: differing((turn) => ({
        category: 'insights',
        topics: [termOf(topics, turn), termOf(topics, turn + 3)],
        industries: [termOf(industries, turn)],
        page: 1 + (turn % Math.max(1, Math.floor(pages / 20))),
      })),
    },
    {
      name: 'search, two words',
      queries: differing((turn) => ({ search: `${searched(turn)} ${searched(turn * 3 + 1)}` })),
    },
    {
      // Also runs beside other requests, after its measurement.
      name: 'search, two or three letters',
      queries: differing((turn) => ({ search: searched(turn).slice(0, 2 + (turn % 2)) }), 2 * maxQueries),
    },
    {
      name: 'search, a very common word',
      queries: differing((turn) => ({ search: wordOfRank(turn % commonWords) })),
    },
  ];
}

const termOf = (terms: readonly string[], turn: number): string => terms[turn % terms.length] ?? '';

/** Returns the request URL of a query (Contract, API endpoints). */
export function hrefOf({ category, search, topics = [], industries = [], page, pageSize }: ArticleQuery): string {
  const parameters = new URLSearchParams({ page: String(page), per_page: String(pageSize) });
  if (category) parameters.set('category', category);
  if (search) parameters.set('search', search);
  for (const topic of topics) parameters.append('topic', topic);
  for (const industry of industries) parameters.append('industry', industry);
  return `${api.filteredPosts}?${parameters}`;
}
