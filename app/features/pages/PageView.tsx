import type { ReactNode } from 'react';
import type { Office } from './offices.schema.ts';
import type { Page, Section, SectionOf, SectionType } from './page.schema.ts';
import type { People } from './people.schema.ts';
import { Arms } from './sections/arms/Arms.tsx';
import { Call } from './sections/call/Call.tsx';
import { CareersBlock } from './sections/careers-block/CareersBlock.tsx';
import { Criteria } from './sections/criteria/Criteria.tsx';
import { Ecosystem } from './sections/ecosystem/Ecosystem.tsx';
import { Features } from './sections/features/Features.tsx';
import { Forces } from './sections/forces/Forces.tsx';
import { Intro } from './sections/intro/Intro.tsx';
import { LogoCarousel } from './sections/logo-carousel/LogoCarousel.tsx';
import { LogoWall } from './sections/logo-wall/LogoWall.tsx';
import { Offerings } from './sections/offerings/Offerings.tsx';
import { Offices } from './sections/offices/Offices.tsx';
import { Portfolio } from './sections/portfolio/Portfolio.tsx';
import { Products } from './sections/products/Products.tsx';
import { Programs } from './sections/programs/Programs.tsx';
import { Solutions } from './sections/solutions/Solutions.tsx';
import { Statement } from './sections/statement/Statement.tsx';
import { Stories } from './sections/stories/Stories.tsx';
import { Team } from './sections/team/Team.tsx';
import { Themes } from './sections/themes/Themes.tsx';
import { Values } from './sections/values/Values.tsx';
import { Workflow } from './sections/workflow/Workflow.tsx';
import type { SlotName } from './sections.schema.ts';

/** Data that some sections show beside their own copy. */
export interface PageData {
  people: People;
  offices: readonly Office[];
  careers: { email: string; network: { label: string; href: string } };
}

interface PageViewProps {
  page: Pick<Page, 'sections'>;
  data: PageData;
  /** Parts of other features by the slot they fill; the route passes them in. */
  slots: Partial<Record<SlotName, ReactNode>>;
}

/** Renders the sections of a page. */
export function PageView({ page, data, slots }: PageViewProps) {
  return page.sections.map((section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no identity and never move
    <SectionView key={index} section={section} data={data} slots={slots} />
  ));
}

/** Components of sections that need no other data. */
const views = {
  arms: Arms,
  call: Call,
  criteria: Criteria,
  ecosystem: Ecosystem,
  features: Features,
  forces: Forces,
  intro: Intro,
  'logo-carousel': LogoCarousel,
  'logo-wall': LogoWall,
  offerings: Offerings,
  portfolio: Portfolio,
  products: Products,
  programs: Programs,
  solutions: Solutions,
  statement: Statement,
  stories: Stories,
  themes: Themes,
  values: Values,
  workflow: Workflow,
} satisfies { [Type in Exclude<SectionType, TypeWithData>]: (props: { section: SectionOf<Type> }) => ReactNode };

type TypeWithData = 'careers-block' | 'offices' | 'slot' | 'team';

function SectionView({ section, data, slots }: { section: Section } & Omit<PageViewProps, 'page'>) {
  switch (section.type) {
    case 'careers-block':
      return <CareersBlock section={section} {...data.careers} />;
    case 'offices':
      return <Offices section={section} offices={data.offices} />;
    case 'slot':
      return slots[section.name];
    case 'team':
      return <Team section={section} people={data.people} />;
    default: {
      // The type of a section names the component that takes it.
      const View = views[section.type] as (props: { section: Section }) => ReactNode;
      return <View section={section} />;
    }
  }
}
