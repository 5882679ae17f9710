import type { SiteContent } from '../content/site-content.ts';
import { openPositions } from '../features/careers/position-queries.ts';
import { articleHref, positionHref } from '../paths.ts';

const titlesOf = new WeakMap<SiteContent, ReadonlyMap<string, string>>();

/** Returns the title of the page at a path, without the name of the site; undefined if there is no page. */
export function screenTitle(content: SiteContent, path: string): string | undefined {
  return titlesOf.getOrInsertComputed(content, collectTitles).get(path);
}

const collectTitles = ({ pages, legal, positions, today, articles }: SiteContent): ReadonlyMap<string, string> =>
  new Map([
    ...pages.flatMap(({ address, aliases, meta }) => [address, ...aliases].map((path) => [path, meta.title] as const)),
    ...legal.map(({ address, title }) => [address, title] as const),
    ...openPositions(positions, today).map((position) => [positionHref(position), position.title] as const),
    ...articles.map(({ slug, title }) => [articleHref(slug), title] as const),
  ]);
