import type { SectionOf } from '../../page.schema.ts';
import { linkedMarks, mark } from '../example-marks.ts';

export const examples: { name: string; section: SectionOf<'portfolio'> }[] = [
  {
    name: 'ordinary, another order on narrow screens',
    section: {
      type: 'portfolio',
      anchor: 'portfolio',
      heading: 'Portfolio',
      text: 'Companies that we found early and build with.',
      wide: linkedMarks,
      narrow: linkedMarks.toReversed(),
    },
  },
  {
    name: 'one company without an address',
    section: {
      type: 'portfolio',
      heading: 'Portfolio',
      wide: [mark('ouseburn', 'Ouseburn', 182)],
      narrow: [mark('ouseburn', 'Ouseburn', 182)],
    },
  },
];
