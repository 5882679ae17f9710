import { apiPrefixes, sitemapPath } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import { textResponse } from './text-response.ts';

/** `/robots.txt`: robots may read every page, but not the API endpoints. */
export function robots({ env }: RouteContext): Response {
  const disallowed = apiPrefixes.map((prefix) => `Disallow: ${prefix}\n`).join('');
  return textResponse(`User-agent: *\n${disallowed}\nSitemap: ${env.siteUrl}${sitemapPath}\n`, 'text/plain');
}
