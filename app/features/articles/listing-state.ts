import { listingPath } from '../../paths.ts';
import { isBlank } from '../../shared/is-blank.ts';
import type { CategorySlug } from './article.schema.ts';

/** The listing's state, which lives in the URL (Contract, Paths and URLs). */
export interface ListingState {
  category: CategorySlug;
  search: string;
  topics: readonly string[];
  industries: readonly string[];
  /** From 1. */
  page: number;
}

/** Query parameters that change what the listing shows. */
export const listingParameters = ['category', 'search', 'topic', 'industry', 'page'] as const;

/** Returns text of a URL as shown and linked: without control characters, which HTML forbids, and empty if nothing of it is visible. */
export const readSearch = (text: string): string => (isBlank(text) ? '' : text.replace(/\p{Cc}+/gu, ' ').trim());

/** Returns the listing's URL with a tab open; it names the default tab as well (Ruling 12). */
export const categoryHref = (category: CategorySlug): string => `${listingPath}?category=${category}`;

/** The tab of a URL that names none (Specification 2, Insights). */
const defaultCategory: CategorySlug = 'success-stories';

/** Reads the state from a URL. Invalid parameters are ignored: a visitor gets a listing, not an error. */
export function readListingState(parameters: URLSearchParams): ListingState {
  const page = Number(parameters.get('page'));
  return {
    category: parameters.get('category') === 'insights' ? 'insights' : defaultCategory,
    search: readSearch(parameters.get('search') ?? ''),
    topics: unique(parameters.getAll('topic').map(readSearch)),
    industries: unique(parameters.getAll('industry').map(readSearch)),
    page: Number.isInteger(page) && page > 0 ? Math.min(page, Number.MAX_SAFE_INTEGER) : 1,
  };
}

/** Returns the URL of a state: only the differences from the initial listing, always in the same order. */
export function listingHref({ category, search, topics, industries, page }: ListingState): string {
  const parameters = new URLSearchParams();
  if (category !== defaultCategory || search || topics.length > 0 || industries.length > 0 || page > 1) {
    parameters.set('category', category);
  }
  if (search) parameters.set('search', search);
  for (const topic of topics) parameters.append('topic', topic);
  for (const industry of industries) parameters.append('industry', industry);
  if (page > 1) parameters.set('page', String(page));
  const query = parameters.toString();
  return query ? `${listingPath}?${query}` : listingPath;
}

/** Id of the tabs, which search and results follow. A link to the search field would focus it. */
export const tabsId = 'kinds';

/** Where a search form leads: to the results of its fields. */
export const resultsAt = `${listingPath}#${tabsId}`;

/** Returns a link to the results of a state: without JavaScript, the hero would hide that anything has changed. */
export const resultsHref = (state: ListingState): string => `${listingHref(state)}#${tabsId}`;

/** New values of a part of the state. */
export type ListingChange = Partial<Omit<ListingState, 'page'>>;

/** Applies a change to a state. Any change of tab, filter or search starts at page 1. */
export function changeListing(state: ListingState, change: ListingChange): ListingState {
  return { ...state, ...change, page: 1 };
}

/** Resets a tab to its initial state. */
export const noChoices: ListingChange = { search: '', topics: [], industries: [] };

const unique = (values: string[]) => [...new Set(values.filter(Boolean))].sort();
