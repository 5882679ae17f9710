import type { SectionOf } from '../../page.schema.ts';

/** The offices themselves are those of the content. */
export const examples: { name: string; section: SectionOf<'offices'> }[] = [
  { name: 'ordinary', section: { type: 'offices', heading: 'Our global footprint' } },
  {
    name: 'long heading',
    section: { type: 'offices', heading: 'Niederlassungen, Entwicklungszentren und Verwaltungsgebäude weltweit' },
  },
];
