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

export const examples: { name: string; section: SectionOf<'portfolio'> }[] = [
  {
    name: 'ordinary, another order on narrow screens',
    section: {
      type: 'portfolio',
      anchor: 'portfolio',
      heading: 'Portfolio',
      text: 'Companies that we found early and build with.',
      wide: marks,
      narrow: marks.toReversed(),
    },
  },
  {
    name: 'one company without an address',
    section: {
      type: 'portfolio',
      heading: 'Portfolio',
      wide: [{ id: 'ouseburn', name: 'Ouseburn', symbol: '/media/logos/sprite.svg#ouseburn', width: 182, height: 40 }],
      narrow: [
        { id: 'ouseburn', name: 'Ouseburn', symbol: '/media/logos/sprite.svg#ouseburn', width: 182, height: 40 },
      ],
    },
  },
];
