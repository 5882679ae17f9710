import type { SiteContent } from '../content/site-content.ts';
import { assetPrefix, livenessPath, mediaPrefix, readinessPath } from '../paths.ts';
import { routes } from './routes.ts';

/** Handled by the edge, before the routes. */
const edgePaths: ReadonlySet<string> = new Set([livenessPath, readinessPath, '/favicon.ico']);

/** What no route, page or file is at. */
const unmatched = 'unmatched';

/**
 * Names the route of a request by its pattern, for metrics: a few dozen names, whatever strangers request. Pages that are one
 * content file each go by their own path.
 * @param current the content that is served
 */
export function createRoutePatterns(current: () => SiteContent): (method: string, path: string) => string {
  let pages: { of: SiteContent; paths: ReadonlySet<string> } | undefined;
  const isContentPage = (path: string) => {
    const of = current();
    if (pages?.of !== of)
      pages = { of, paths: new Set(of.pages.flatMap(({ address, aliases }) => [address, ...aliases])) };
    return pages.paths.has(path);
  };
  return (method, path) => {
    if (edgePaths.has(path)) return path;
    for (const prefix of [assetPrefix, mediaPrefix]) if (path.startsWith(prefix)) return `${prefix}*`;
    const [matched] = routes.router.match(method === 'HEAD' ? 'GET' : method, path);
    const pattern = matched[0]?.[0][1].path;
    if (pattern !== undefined && pattern !== '*' && pattern !== '/*') return pattern;
    return isContentPage(path) ? path : unmatched;
  };
}
