import type { SiteContent } from '../content/site-content.ts';
import { openPositions } from '../features/careers/position-queries.ts';
import { articleHref, careersPath, listingPath, positionHref } from '../paths.ts';
import { isoDay } from '../shared/iso-time.ts';
import type { SitemapEntry } from './sitemap-document.ts';

/**
 * Every URL that search engines may show, with the day of its last change where content knows it: never that of a file,
 * which a deployment changes. What grows stands behind what does not, and articles in the order in which they came, so that
 * a new one changes the last sitemap only where there are several.
 * @param today ISO date; a later day of publication is left out
 */
export function sitemapEntries(
  content: Pick<SiteContent, 'pages' | 'legal' | 'positions' | 'articles'>,
  today: string,
): SitemapEntry[] {
  const latest = (days: readonly (string | undefined)[]) =>
    days
      .filter((day) => day !== undefined && day <= today)
      .sort()
      .at(-1);
  const positions = openPositions(content.positions, today).map((position) => ({
    address: positionHref(position),
    changed: latest([position.posted, position.updated]),
  }));
  const articles = content.articles.toReversed().map(({ slug, date, updated, publish_at }) => ({
    address: articleHref(slug),
    changed: latest([date, updated, publish_at && isoDay(new Date(publish_at))]),
  }));
  /** Pages that list others change with them. */
  const listed: Readonly<Record<string, readonly SitemapEntry[]>> = {
    [listingPath]: articles,
    [careersPath]: positions,
  };
  return [
    ...content.pages.map(({ address, updated }) => ({
      address,
      changed: latest([updated, ...(listed[address] ?? []).map(({ changed }) => changed)]),
    })),
    ...content.legal.map(({ address, last_updated }) => ({ address, changed: latest([last_updated]) })),
    ...articles,
    ...positions,
  ];
}
