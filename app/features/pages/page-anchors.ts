import type { z } from 'zod';
import type { pageSchema } from './page.schema.ts';

/** The anchors that a page's sections make: their own, those of offerings and products, and the contact section's. */
export function anchorsOfPage(page: Pick<z.output<typeof pageSchema>, 'sections'>): string[] {
  return page.sections.flatMap((section) => {
    const own = 'anchor' in section && section.anchor ? [section.anchor] : [];
    if (section.type === 'slot') return section.name === 'contact' ? ['contact'] : [];
    if (section.type === 'offerings' || section.type === 'products')
      return [...own, ...section.items.map((item) => item.id)];
    return own;
  });
}
