import type { z } from 'zod';
import type { Path } from '../../platform/content/reference.ts';
import type { pageSchema } from './page.schema.ts';
import type { SlotName } from './sections.schema.ts';

/** Anchors of parts from other features. */
export const anchorOfSlot: Readonly<Record<SlotName, string>> = {
  contact: 'contact',
  insights: 'insights-search',
  positions: 'positions',
};

/** Returns the anchors of a page's sections, including those of their entries, of offices and of slots, each with the path of its field. */
export function fieldsOfAnchors(
  page: Pick<z.output<typeof pageSchema>, 'sections'>,
  offices: readonly { id: string }[],
): { path: Path; key: string }[] {
  return page.sections.flatMap((section, index) => {
    const path = ['sections', index];
    if (section.type === 'slot') return [{ path, key: anchorOfSlot[section.name] }];
    if (section.type === 'offices') return [...new Set(offices.map(({ id }) => id))].map((key) => ({ path, key }));
    const own = 'anchor' in section && section.anchor ? [{ path: [...path, 'anchor'], key: section.anchor }] : [];
    const entries = 'items' in section ? section.items : [];
    return [
      ...own,
      ...entries.flatMap((entry, place) =>
        'id' in entry ? [{ path: [...path, 'items', place, 'id'], key: entry.id }] : [],
      ),
    ];
  });
}
