import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { SiteContent } from '../content/site-content.ts';
import { ContactSection } from '../features/contact/ContactSection.tsx';
import { type PageData, PageView } from '../features/pages/PageView.tsx';
import type { Page } from '../features/pages/page.schema.ts';
import type { SlotName } from '../features/pages/sections/slot/schema.ts';
import type { RootData } from '../root.tsx';
import { PageHero } from '../ui/hero/PageHero.tsx';
import { SliderHero } from '../ui/hero/SliderHero.tsx';

/** A page with what its sections show beside their own words. */
export interface Screen {
  page: Page;
  data: PageData;
  /** Address of the page's own picture for shared links. */
  shareImage: string | undefined;
}

/** @param address canonical or alias */
export function loadPage(content: SiteContent, address: string): Screen | undefined {
  const page = content.pages.find((item) => item.address === address || item.aliases.includes(address));
  if (!page) return undefined;
  const shows = (type: string) => page.sections.some((section) => section.type === type);
  return {
    page,
    shareImage: content.shareImages.get(page.address.slice(1) || 'home'),
    data: {
      people: shows('team') ? content.people : undefined,
      offices: shows('offices') ? content.offices : undefined,
      careers: { email: content.site.email.careers, network: content.site.professional_network },
    },
  };
}

interface PageScreenProps {
  screen: Screen;
  /** Parts of other features; the contact section stands wherever the page asks for it. */
  slots?: Partial<Record<SlotName, ReactNode>>;
}

/** Hero and sections of a page. */
export function PageScreen({ screen: { page, data }, slots }: PageScreenProps) {
  const root = useRouteLoaderData('root') as RootData;
  return (
    <>
      {page.hero.type === 'slider' ? <SliderHero {...page.hero} /> : <PageHero {...page.hero} />}
      <PageView page={page} data={data} slots={{ contact: <ContactSection {...root.contact} />, ...slots }} />
    </>
  );
}
