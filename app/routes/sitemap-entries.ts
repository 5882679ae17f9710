import type { SiteContent } from '../content/site-content.ts';
import type { ArticleSummary } from '../features/articles/article.schema.ts';
import { openPositions } from '../features/careers/position-queries.ts';
import { articleHref, careersPath, listingPath, positionHref } from '../paths.ts';
import { isoDay } from '../shared/iso-time.ts';
import type { SitemapEntry } from './sitemap-document.ts';

/**
 * Returns every URL that search engines may index, with the day of its last change according to its content, not its file,
 * which each deployment changes. Growing lists come last, with articles in order of arrival, so that a new article changes only
 * the last of several sitemaps. Later days of publication are omitted.
 */
export function sitemapEntries(content: SiteContent): SitemapEntry[] {
  const { today } = content;
  const positions = openPositions(content.positions, today).map((position) => ({
    href: positionHref(position),
    changed: latest(today, [position.posted, position.updated]),
  }));
  const articles = content.articles.toReversed().map((article) => ({
    href: articleHref(article.slug),
    changed: changeOfArticle(article, today),
  }));
  /** Pages that list other pages change with them. */
  const listed: Readonly<Record<string, readonly SitemapEntry[]>> = {
    [listingPath]: articles,
    [careersPath]: positions,
  };
  return [
    ...content.pages.map(({ address, updated }) => ({
      href: address,
      changed: latest(today, [updated, ...(listed[address] ?? []).map(({ changed }) => changed)]),
    })),
    ...content.legal.map(({ address, last_updated }) => ({ href: address, changed: latest(today, [last_updated]) })),
    ...articles,
    ...positions,
  ];
}

const latest = (today: string, days: readonly (string | undefined)[]): string | undefined =>
  days
    .filter((day) => day !== undefined && day <= today)
    .sort()
    .at(-1);

/** Returns the day of an article's last change, which may be that of its publication; undefined if it is later than `today`. */
export const changeOfArticle = (
  { date, updated, publish_at }: Pick<ArticleSummary, 'date' | 'updated' | 'publish_at'>,
  today: string,
): string | undefined => latest(today, [date, updated, publish_at && isoDay(new Date(publish_at))]);
