import { sitemapPath } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import { textResponse } from './text-response.ts';

/** `/robots.txt`: everything may be read; the endpoints are not pages. */
export function robots({ env }: RouteContext): Response {
  return textResponse(
    `User-agent: *\nDisallow: /wp-json/\nDisallow: /mail/\n\nSitemap: ${env.siteUrl}${sitemapPath}\n`,
    'text/plain',
  );
}
