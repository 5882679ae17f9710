import { careersPath } from '../../paths.ts';
/** Query parameters that change what that page shows. */
export const careersParameters = ['cat'] as const;

/** Returns the path of the list with one category open; of the whole list for an empty category (Contract, Paths and URLs). */
export const careersHref = (category: string): string =>
  category ? `${careersPath}?${careersParameters[0]}=${category}` : careersPath;

/** Returns the category that a query string names, empty if it names none. Other parameters, such as a campaign's, change nothing. */
export const categoryOf = (query: string): string => new URLSearchParams(query).get(careersParameters[0]) ?? '';
