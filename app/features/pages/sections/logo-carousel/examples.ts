import type { Logo } from '../../../../platform/content/fields.ts';
import type { SectionOf } from '../../page.schema.ts';

/** Linked marks of the sprite with the widths of their drawings. */
const mark = (id: string, name: string, width: number): Logo => ({
  id,
  name,
  href: `https://${id}.example`,
  symbol: `/media/logos/sprite.svg#${id}`,
  width,
  height: 40,
});

const marks = [
  mark('ouseburn', 'Ouseburn', 182),
  mark('tessarine', 'Tessarine', 173),
  mark('fenwick-ode', 'Fenwick & Ode', 227),
  mark('orrery-nine', 'ORRERY NINE', 228),
  mark('brightweir', 'Brightweir', 186),
  mark('kelpwork', 'Kelpwork', 171),
  mark('marrowby', 'Marrowby', 174),
];

export const examples: { name: string; section: SectionOf<'logo-carousel'> }[] = [
  {
    name: 'ordinary',
    section: { type: 'logo-carousel', heading: 'Curated network of disruptors', logos: marks },
  },
  {
    name: 'the fewest that can move, under a long heading',
    section: {
      type: 'logo-carousel',
      heading: 'A network of companies whose name is long enough to break the line on a phone',
      logos: marks.slice(0, 5),
    },
  },
];
