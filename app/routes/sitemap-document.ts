import { sitemapPath } from '../paths.ts';
import { escapeMarkup } from '../shared/markup.ts';

/** A URL that search engines may show. */
export interface SitemapEntry {
  /** On this site, canonical. */
  address: string;
  /** ISO date. */
  changed: string | undefined;
}

/** URLs that one sitemap may hold (sitemaps.org). */
export const maxEntries = 50_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * One sitemap; where the URLs are more than fit into one, the list of sitemaps that hold them.
 * @param part from 1: which of those; absent for the sitemap as such
 * @returns nothing for a part that there is not
 */
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
    ({ address, changed }) => `<url><loc>${escapeMarkup(siteUrl + address)}</loc>${lastmod(changed)}</url>`,
  );
  return wrap('urlset', urls);
}

const entriesOf = (entries: readonly SitemapEntry[], part: number) =>
  entries.slice((part - 1) * maxEntries, part * maxEntries);

const lastmod = (changed: string | undefined) => (changed ? `<lastmod>${changed}</lastmod>` : '');

const wrap = (root: string, lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n${lines.join('\n')}\n</${root}>\n`;
