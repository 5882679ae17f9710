import type { Logo } from '../../../platform/content/fields.ts';

/** A mark of the sprite. @param width of its drawing */
export const mark = (id: string, name: string, width: number): Logo => ({
  id,
  name,
  symbol: `/media/logos/sprite.svg#${id}`,
  width,
  height: 40,
});

/** Marks that link to their companies. */
export const linkedMarks = [
  mark('ouseburn', 'Ouseburn', 182),
  mark('tessarine', 'Tessarine', 173),
  mark('fenwick-ode', 'Fenwick & Ode', 227),
  mark('orrery-nine', 'ORRERY NINE', 228),
  mark('brightweir', 'Brightweir', 186),
  mark('kelpwork', 'Kelpwork', 171),
  mark('marrowby', 'Marrowby', 174),
].map((logo): Logo => ({ ...logo, href: `https://${logo.id}.example` }));
