import type { RouteContext } from '../server/context.ts';
import { notFoundText } from '../shared/http-errors.ts';
import { sitemapDocument } from './sitemap-document.ts';
import { sitemapEntries } from './sitemap-entries.ts';
import { textResponse } from './text-response.ts';

/** `/sitemap.xml`: canonical URLs only (Contract, Paths and URLs); `?part=` where they exceed one sitemap. */
export function sitemap({ env, req }: RouteContext): Response {
  const entries = sitemapEntries(env.content);
  const part = req.query('part');
  const text = sitemapDocument(entries, env.siteUrl, part === undefined ? undefined : Number(part));
  if (text === undefined) return notFoundText('There is no such part of the sitemap.');
  return textResponse(text, 'application/xml');
}
