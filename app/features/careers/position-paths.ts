import { careersPath } from '../../paths.ts';
/** Query parameters that change what that page shows. */
export const careersParameters = ['cat'] as const;

/** Returns the path of the list with one category open; of the whole list for an empty category (Contract, Paths and URLs). */
export const careersHref = (category: string): string =>
  category ? `${careersPath}?${careersParameters[0]}=${category}` : careersPath;
