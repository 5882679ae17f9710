import { careersPath } from '../../paths.ts';
/** Query parameters that change what that page shows. */
export const careersParameters = ['cat'] as const;

/** The path of the list with one category open; of the whole list where it is empty (Contract, Paths and URLs). */
export const careersHref = (category: string): string =>
  category ? `${careersPath}?${careersParameters[0]}=${category}` : careersPath;
