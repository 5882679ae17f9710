import type { z } from 'zod';
import type { pageSchema } from './page.schema.ts';
import type { SlotName } from './sections.schema.ts';

/** Anchors of parts from other features. */
export const anchorOfSlot: Readonly<Record<SlotName, string>> = {
  contact: 'contact',
  insights: 'insights-search',
  positions: 'positions',
};

/** Returns the anchors of a page's sections, including those of their entries, of offices and of slots. */
export function anchorsOfPage(
  page: Pick<z.output<typeof pageSchema>, 'sections'>,
  offices: readonly { id: string }[],
): string[] {
  return page.sections.flatMap((section) => {
    if (section.type === 'slot') return [anchorOfSlot[section.name]];
    if (section.type === 'offices') return [...new Set(offices.map(({ id }) => id))];
    const own = 'anchor' in section && section.anchor ? [section.anchor] : [];
    const entries = 'items' in section ? section.items : [];
    return [...own, ...entries.flatMap((entry) => ('id' in entry ? [entry.id] : []))];
  });
}
