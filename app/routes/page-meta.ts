import type { MetaDescriptor } from 'react-router';
import type { PageMeta } from '../features/pages/page.schema.ts';
import type { RootData } from '../root.tsx';

interface PageDescription {
  meta: PageMeta;
  /** Canonical address, with the query that belongs to it. */
  canonical: string;
  type?: 'website' | 'article';
  /** Address of the page's own picture for shared links, 1200 × 630; the site's stands in for it. */
  shareImage?: string | undefined;
}

/** Title, description, keywords, Open Graph and canonical link of a page (Specification 2, Page titles; Contract, Addresses). */
export function describePage(
  { meta, canonical, type = 'website', shareImage }: PageDescription,
  root: Pick<RootData, 'site' | 'siteUrl' | 'shareImage'>,
): MetaDescriptor[] {
  const image = shareImage ?? root.shareImage;
  const url = `${root.siteUrl}${canonical}`;
  const title = meta.og_title ?? meta.title;
  return [
    { title: `${meta.title} | ${root.site.name}` },
    { name: 'description', content: meta.description },
    { name: 'keywords', content: meta.keywords.join(', ') },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: meta.description },
    { property: 'og:type', content: type },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: root.site.name },
    { property: 'og:locale', content: 'en' },
    ...(image
      ? [
          { property: 'og:image', content: `${root.siteUrl}${image}` },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
        ]
      : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ];
}

/** The root loader's data among the matches that a `meta` function is given. */
export function rootData(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
}
