import type { z } from 'zod';
import type { pageSchema } from './page.schema.ts';
import type { SlotName } from './sections/slot/schema.ts';

/** What a part of another feature calls itself. */
const anchorOfSlot: Readonly<Record<SlotName, string>> = {
  contact: 'contact',
  insights: 'insights-search',
  positions: 'positions',
};

/** The anchors that a page's sections make: their own, those of offerings and products, and those of slots. */
export function anchorsOfPage(page: Pick<z.output<typeof pageSchema>, 'sections'>): string[] {
  return page.sections.flatMap((section) => {
    const own = 'anchor' in section && section.anchor ? [section.anchor] : [];
    if (section.type === 'slot') return [anchorOfSlot[section.name]];
    if (section.type === 'offerings' || section.type === 'products')
      return [...own, ...section.items.map((item) => item.id)];
    return own;
  });
}
