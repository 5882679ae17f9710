import type { SectionOf } from '../../page.schema.ts';
import { linkedMarks } from '../example-marks.ts';

export const examples: { name: string; section: SectionOf<'logo-carousel'> }[] = [
  {
    name: 'ordinary',
    section: { type: 'logo-carousel', heading: 'Curated network of disruptors', logos: linkedMarks },
  },
  {
    name: 'the fewest that can move, under a long heading',
    section: {
      type: 'logo-carousel',
      heading: 'A network of companies whose name is long enough to break the line on a phone',
      logos: linkedMarks.slice(0, 5),
    },
  },
];
