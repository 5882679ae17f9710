import type { ReactNode } from 'react';
import type { PageMeta } from '../features/pages/page.schema.ts';
import { markdownHref } from '../paths.ts';
import { cardSize } from '../platform/media/card.ts';
import type { SiteFrame } from '../server/document.tsx';
import { type PageFacts, pageGraph } from './structured-data.ts';

interface PageHeadProps {
  frame: Pick<SiteFrame, 'site' | 'siteUrl' | 'nodes'>;
  meta: PageMeta;
  /** Canonical path with its query. */
  canonical: string;
  type?: 'website' | 'article';
  /** Path of the picture that link previews show. */
  shareImage?: string | undefined;
  /** Pages between the home page and this one. */
  above?: PageFacts['above'];
  /** The subject of the page, in structured data. */
  about?: PageFacts['about'];
  children?: ReactNode;
}

/** Title, description, keywords, Open Graph and canonical link of a page (Specification 2, Page titles; Contract, Paths and URLs). */
export function PageHead({
  frame,
  meta,
  canonical,
  type = 'website',
  shareImage,
  above,
  about,
  children,
}: PageHeadProps) {
  const { site, siteUrl } = frame;
  const url = `${siteUrl}${canonical}`;
  const graph = pageGraph(frame.nodes, siteUrl, {
    url,
    title: meta.title,
    description: meta.description,
    image: shareImage && `${siteUrl}${shareImage}`,
    above,
    about,
  });
  return (
    <>
      <title>{`${meta.title} | ${site.name}`}</title>
      <meta name="description" content={meta.description} />
      <meta name="keywords" content={meta.keywords.join(', ')} />
      <link rel="canonical" href={url} />
      <link rel="alternate" type="text/markdown" href={markdownHref(canonical)} />
      <meta property="og:title" content={meta.og_title ?? meta.title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={site.name} />
      {shareImage && (
        <>
          <meta property="og:image" content={`${siteUrl}${shareImage}`} />
          <meta property="og:image:width" content={`${cardSize.width}`} />
          <meta property="og:image:height" content={`${cardSize.height}`} />
          <meta property="og:image:alt" content={meta.title} />
        </>
      )}
      <meta name="twitter:card" content={shareImage ? 'summary_large_image' : 'summary'} />
      {children}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped JSON, which cannot end the element
        dangerouslySetInnerHTML={{ __html: JSON.stringify(graph).replaceAll('<', '\\u003c') }}
      />
    </>
  );
}

/** Returns the head of a page that search engines must not index. */
export const unlistedHead =
  (title: string) =>
  ({ site }: Pick<SiteFrame, 'site'>) => (
    <>
      <title>{`${title} | ${site.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
