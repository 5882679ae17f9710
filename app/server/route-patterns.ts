import type { SiteContent } from '../content/site-content.ts';
import { assetPrefix, livenessPath, mediaPrefix, readinessPath } from '../paths.ts';
import { routes } from './routes.ts';
import { screenTitle } from './screen-titles.ts';

/** Paths that the base application handles before the routes. */
const edgePaths: ReadonlySet<string> = new Set([livenessPath, readinessPath, '/favicon.ico']);

/** Pattern of paths without a route, page or file. */
const unmatched = 'unmatched';

/**
 * Returns a function that finds the route pattern of a request, for metrics: a few dozen values, whatever strangers request.
 * A page or legal text with its own content file has its path as the pattern.
 */
export function createRoutePatterns(current: () => SiteContent): (method: string, path: string) => string {
  return (method, path) => {
    if (edgePaths.has(path)) return path;
    for (const prefix of [assetPrefix, mediaPrefix]) if (path.startsWith(prefix)) return `${prefix}*`;
    const [matched] = routes.router.match(method === 'HEAD' ? 'GET' : method, path);
    const pattern = matched[0]?.[0][1].path;
    if (pattern !== undefined && pattern !== '*' && pattern !== '/*') return pattern;
    return screenTitle(current(), path) === undefined ? unmatched : path;
  };
}
