/** The query parameters that change the page of a URL. */
export interface KnownParameters {
  /** Parameters whose first value is used. */
  readonly single: readonly string[];
  /** Parameters whose distinct values are all used. */
  readonly repeatable: readonly string[];
}

/** Maximum number of query parameters, more than the filter offers: 1,700 topics took 39 to 98 ms of the main thread. */
export const maxQueryParameters = 100;

/** Whether a query has more parameters than the maximum, counted without parsing it. */
export const hasTooManyParameters = (search: string): boolean => boundedQuery(search).length < search.length;

/**
 * Returns the normalised URL of a page: its path and the known query parameters, sorted, without duplicates and without
 * empty values. Because this URL is rendered instead of the requested one, unknown query parameters do not reach the cached page.
 * Parameters after the first `maxQueryParameters` are ignored.
 */
export function pageCacheKey({ pathname, search }: URL, { single, repeatable }: KnownParameters): string {
  if (search === '' || (single.length === 0 && repeatable.length === 0)) return pathname;
  const seen = new Set<string>();
  const pairs = [...new URLSearchParams(boundedQuery(search))].filter(([name, value]) => {
    const isKnown = single.includes(name) || repeatable.includes(name);
    if (!isKnown || value === '') return false;
    const identity = repeatable.includes(name) ? `${name}=${value}` : name;
    return !seen.has(identity) && seen.add(identity);
  });
  if (pairs.length === 0) return pathname;
  const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  pairs.sort(([a, x], [b, y]) => inOrder(a, b) || inOrder(x, y));
  return `${pathname}?${new URLSearchParams(pairs)}`;
}

/** The part of a query with the first `maxQueryParameters` parameters. */
function boundedQuery(search: string): string {
  let end = -1;
  for (let count = 0; count < maxQueryParameters; count += 1) {
    end = search.indexOf('&', end + 1);
    if (end === -1) return search;
  }
  return search.slice(0, end);
}
