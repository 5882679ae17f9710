import type { ArticleQuery } from '../../app/features/articles/article-index.ts';
import { api } from '../../app/paths.ts';
import { type Terms, wordOfRank } from './generated-articles.ts';

/** A query that differs slightly each turn, so that no response is cached. */
export interface BenchQuery {
  name: string;
  /** Number of different turns; further turns repeat. */
  turns: number;
  query: (turn: number) => ArticleQuery;
}

/** Number of words that occur in most articles. */
const commonWords = 45;

/** Ranks of the words that people search for, which are rarer. */
const searchedWords = { from: 60, to: 6000 };

/** Returns the measured queries. @param articles number of articles */
export function queriesFor(articles: number, { topics, industries }: Terms): BenchQuery[] {
  const pages = Math.max(1, Math.floor(articles / 30));
  const searched = (turn: number) =>
    wordOfRank(searchedWords.from + ((turn * 37) % (searchedWords.to - searchedWords.from)));
  return [
    {
      name: 'list',
      turns: 400,
      query: (turn) => ({ category: 'insights', page: 1 + ((turn * 17) % pages), pageSize: 9 }),
    },
    {
      name: 'filter',
      turns: 400,
      query: (turn) => ({
        category: 'insights',
        topics: [termOf(topics, turn), termOf(topics, turn + 3)],
        industries: [termOf(industries, turn)],
        page: 1 + (turn % Math.max(1, Math.floor(pages / 20))),
        pageSize: 9,
      }),
    },
    {
      name: 'search, two words',
      turns: 400,
      query: (turn) => ({ search: `${searched(turn)} ${searched(turn * 3 + 1)}`, page: 1, pageSize: 9 }),
    },
    {
      name: 'search, two or three letters',
      turns: 400,
      query: (turn) => ({ search: searched(turn).slice(0, 2 + (turn % 2)), page: 1, pageSize: 9 }),
    },
    {
      name: 'search, a very common word',
      turns: commonWords,
      query: (turn) => ({ search: wordOfRank(turn % commonWords), page: 1, pageSize: 9 }),
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
