import type { SiteContent } from '../content/site-content.ts';
import { openPositions } from '../features/careers/position-queries.ts';
import { articleHref, positionHref } from '../paths.ts';

const titlesOf = new WeakMap<SiteContent, ReadonlyMap<string, string>>();

/** Returns the title of the page at a path, without the name of the site; undefined if there is no page. */
export function screenTitle(content: SiteContent, path: string): string | undefined {
  let titles = titlesOf.get(content);
  if (!titles) {
    titles = new Map([
      ...content.pages.flatMap(({ address, aliases, meta }) =>
        [address, ...aliases].map((path) => [path, meta.title] as const),
      ),
      ...content.legal.map(({ address, title }) => [address, title] as const),
      ...openPositions(content.positions, content.today).map(
        (position) => [positionHref(position), position.title] as const,
      ),
      ...content.articles.map(({ slug, title }) => [articleHref(slug), title] as const),
    ]);
    titlesOf.set(content, titles);
  }
  return titles.get(path);
}
