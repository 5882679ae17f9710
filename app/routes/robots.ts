import { sitemapPath } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import { textResponse } from './text-response.ts';

/** `/robots.txt`: robots may read every page, but not the API endpoints. */
export function robots({ env }: RouteContext): Response {
  return textResponse(
    `User-agent: *\nDisallow: /wp-json/\nDisallow: /mail/\n\nSitemap: ${env.siteUrl}${sitemapPath}\n`,
    'text/plain',
  );
}
