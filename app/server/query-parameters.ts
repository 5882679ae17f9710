import { listingParameters } from '../features/articles/listing-state.ts';
import { careersParameters } from '../features/careers/position-paths.ts';
import { careersPath, contentApiPrefix, isMarkdownPath, listingPath, pageOfMarkdown, sitemapPath } from '../paths.ts';
import type { KnownParameters } from '../platform/http/page-cache-key.ts';

/** Query parameters that change a page, by its path. All others are removed before a page is looked up. */
const parametersOfPages: Readonly<Record<string, readonly string[]>> = {
  [listingPath]: listingParameters,
  [careersPath]: careersParameters,
  [sitemapPath]: ['part'],
};

/** Parameters of the API endpoints (Specification 7), whose responses also depend only on content. */
const parametersOfApi = ['cat', 'page', 'search', 'topic', 'industry', 'category', 'per_page', 'slug'] as const;
export type ApiParameter = (typeof parametersOfApi)[number];

/** Filters, several values of which widen the selection. All other parameters have one value. */
const repeatable: readonly string[] = ['topic', 'industry'];

/** Returns the parameters that affect the response at a path. */
export function queryParameters(pathname: string): KnownParameters {
  const names = parameterNames(pathname);
  return {
    single: names.filter((name) => !repeatable.includes(name)),
    repeatable: names.filter((name) => repeatable.includes(name)),
  };
}

function parameterNames(pathname: string): readonly string[] {
  if (pathname.startsWith(contentApiPrefix)) return parametersOfApi;
  return parametersOfPages[isMarkdownPath(pathname) ? pageOfMarkdown(pathname) : pathname] ?? [];
}
