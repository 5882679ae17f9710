import type { z } from 'zod';
import type { pageSchema } from './page.schema.ts';
import type { SlotName } from './sections.schema.ts';

/** Anchors of parts from other features. */
export const anchorOfSlot: Readonly<Record<SlotName, string>> = {
  contact: 'contact',
  insights: 'insights-search',
  positions: 'positions',
};

/** Returns the anchors of a page's sections, including those of offerings, products and slots. */
export function anchorsOfPage(page: Pick<z.output<typeof pageSchema>, 'sections'>): string[] {
  return page.sections.flatMap((section) => {
    const own = 'anchor' in section && section.anchor ? [section.anchor] : [];
    if (section.type === 'slot') return [anchorOfSlot[section.name]];
    if (section.type === 'offerings' || section.type === 'products')
      return [...own, ...section.items.map((item) => item.id)];
    return own;
  });
}
