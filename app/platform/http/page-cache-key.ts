/** The query parameters that change what a URL shows. */
export interface KnownParameters {
  /** Of which the first one counts. */
  readonly single: readonly string[];
  /** Of which each different value counts. */
  readonly repeatable: readonly string[];
}

/**
 * As many parameters as a query may have: more than the filter offers, and few enough that nothing that is done with them
 * takes the main thread's time. 1,700 topics, as many as fit into a request line, took 39 to 98 ms.
 */
export const maxQueryParameters = 100;

/** Whether a query has more parameters than are read, counted without parsing it. */
export const hasTooManyParameters = (search: string): boolean => boundedQuery(search).length < search.length;

/**
 * The normalised URL of a page: its path, and of the query only what the page knows, sorted, each value once and without
 * what is empty. Rendering this URL instead of the requested one keeps unknown query parameters out of the cached page.
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

/** The part of a query that holds its first parameters. */
function boundedQuery(search: string): string {
  let end = -1;
  for (let count = 0; count < maxQueryParameters; count += 1) {
    end = search.indexOf('&', end + 1);
    if (end === -1) return search;
  }
  return search.slice(0, end);
}
