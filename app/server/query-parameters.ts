import { listingParameters, listingPath } from '../features/articles/listing-state.ts';
import { careersParameters, careersPath } from '../features/careers/position-paths.ts';
import type { KnownParameters } from '../platform/http/page-cache-key.ts';

/** Query parameters that change what a page shows, by its path. All others are set aside before a page is looked up. */
const parametersOfPages: Readonly<Record<string, readonly string[]>> = {
  [listingPath]: listingParameters,
  [careersPath]: careersParameters,
  '/sitemap.xml': ['part'],
};

/** Parameters of the calls (Specification 7), which are answered from content too. */
const parametersOfCalls = ['cat', 'page', 'search', 'topic', 'industry', 'category', 'per_page', 'slug'] as const;

/** Filters: several of a kind widen the choice. All other parameters have one value. */
const repeatable: readonly string[] = ['topic', 'industry'];

/** The parameters that matter at an address. */
export function queryParameters(pathname: string): KnownParameters {
  const names = parameterNames(pathname);
  return {
    single: names.filter((name) => !repeatable.includes(name)),
    repeatable: names.filter((name) => repeatable.includes(name)),
  };
}

function parameterNames(pathname: string): readonly string[] {
  if (pathname.startsWith('/wp-json/')) return parametersOfCalls;
  return parametersOfPages[pathname] ?? [];
}
