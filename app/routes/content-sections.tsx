import type { ReactNode } from 'react';
import { shareImageUrl, subjectOfPage } from '../content/share-images.ts';
import type { SiteContent } from '../content/site-content.ts';
import { ContactSection } from '../features/contact/ContactSection.tsx';
import { type PageData, PageView } from '../features/pages/PageView.tsx';
import type { Page as PageFile } from '../features/pages/page.schema.ts';
import type { SlotName } from '../features/pages/sections.schema.ts';
import type { Page } from '../server/render-page.tsx';
import { HeroPreload } from '../ui/hero/HeroPreload.tsx';
import { PageHero } from '../ui/hero/PageHero.tsx';
import { SliderHero } from '../ui/hero/SliderHero.tsx';
import { PageHead } from './page-head.tsx';

/** A page's file with the data that its sections show beside their own copy. */
export interface ContentPage {
  page: PageFile;
  data: PageData;
  /** URL of the page's own picture for shared links. */
  shareImage: string;
}

/** @param path canonical or alias */
export function findContentPage(content: SiteContent, path: string): ContentPage | undefined {
  const page = content.pages.find((item) => item.address === path || item.aliases.includes(path));
  if (!page) return undefined;
  return { page, shareImage: shareImageUrl(content, subjectOfPage(page)), data: pageDataOf(content) };
}

export const pageDataOf = ({ people, offices, site }: SiteContent): PageData => ({
  people,
  offices,
  careers: { email: site.email.careers, network: site.professional_network },
});

interface ShowOptions {
  /** Canonical path with its query; the page's own path by default. */
  canonical?: string;
  /** The view of the page that `canonical` opens, such as a tab: no two URLs share title and description. */
  view?: string | undefined;
  /** Content of slots from other features. The contact slot is always filled. */
  slots?: Partial<Record<SlotName, ReactNode>>;
}

/** Renders a page's hero and sections. */
export function showContentPage(
  { page, data, shareImage }: ContentPage,
  { canonical, view, slots }: ShowOptions = {},
): Page {
  const firstMedia = page.hero.type === 'slider' ? page.hero.slides[0]?.media : page.hero.media;
  return {
    path: page.address,
    head: (frame) => (
      <>
        {firstMedia && <HeroPreload media={firstMedia} />}
        <PageHead
          frame={frame}
          meta={metaOf(page, view)}
          canonical={canonical ?? page.address}
          shareImage={shareImage}
        />
      </>
    ),
    body: (frame) => (
      <>
        {page.hero.type === 'slider' ? <SliderHero {...page.hero} /> : <PageHero {...page.hero} />}
        <PageView page={page} data={data} slots={{ contact: <ContactSection {...frame.contact} />, ...slots }} />
      </>
    ),
  };
}

function metaOf({ meta }: PageFile, view: string | undefined): PageFile['meta'] {
  if (view === undefined) return meta;
  const title = `${meta.title}: ${view}`;
  return { ...meta, title, og_title: title, description: `${view}. ${meta.description}` };
}
