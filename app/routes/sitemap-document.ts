import { sitemapPath } from '../paths.ts';
import { escapeMarkup } from '../shared/markup.ts';

/** A URL that search engines may index. */
export interface SitemapEntry {
  /** Canonical path with its query. */
  href: string;
  /** ISO date of the last change. */
  changed: string | undefined;
}

/** Maximum number of URLs in one sitemap (sitemaps.org). */
export const maxEntries = 50_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Renders one sitemap, or the index of several. @param part number in the index, from 1 @returns undefined for an unknown part */
export function sitemapDocument(
  entries: readonly SitemapEntry[],
  siteUrl: string,
  part: number | undefined,
): string | undefined {
  const parts = Math.ceil(entries.length / maxEntries);
  if (part === undefined && parts > 1) {
    const sitemaps = Array.from({ length: parts }, (_, index) => {
      const days = entriesOf(entries, index + 1).flatMap(({ changed }) => changed ?? []);
      return `<sitemap><loc>${escapeMarkup(`${siteUrl}${sitemapPath}?part=${index + 1}`)}</loc>${lastmod(days.sort().at(-1))}</sitemap>`;
    });
    return wrap('sitemapindex', sitemaps);
  }
  const number = part ?? 1;
  if (!Number.isInteger(number) || number < 1 || number > Math.max(parts, 1)) return undefined;
  const urls = entriesOf(entries, number).map(
    ({ href, changed }) => `<url><loc>${escapeMarkup(siteUrl + href)}</loc>${lastmod(changed)}</url>`,
  );
  return wrap('urlset', urls);
}

const entriesOf = (entries: readonly SitemapEntry[], part: number) =>
  entries.slice((part - 1) * maxEntries, part * maxEntries);

const lastmod = (changed: string | undefined) => (changed ? `<lastmod>${changed}</lastmod>` : '');

const wrap = (root: string, lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${lines.join('\n')}\n</${root}>\n`;
