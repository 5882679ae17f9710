import type { SectionOf } from '../../page.schema.ts';
import { mark } from '../example-marks.ts';

const marks = [
  mark('cirrant', 'Cirrant', 151),
  mark('stratalith', 'Stratalith', 163),
  mark('basaltic', 'BASALTIC', 166),
  mark('lakeform', 'Lakeform', 165),
  mark('deltahouse', 'Deltahouse', 199),
  mark('noemic', 'Noemic', 186),
  mark('paralume', 'Paralume', 169),
  mark('cognivar', 'COGNIVAR', 182),
  mark('ferrule', 'Ferrule', 144),
  mark('relaywork', 'Relaywork', 177),
  mark('wardenry', 'Wardenry', 189),
  mark('keelson', 'Keelson', 160),
];

export const examples: { name: string; section: SectionOf<'logo-wall'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'logo-wall',
      heading: 'Partners in cloud, data, AI and automation',
      wide: [marks.slice(0, 6), marks.slice(6)],
      medium: [marks.slice(0, 4), marks.slice(4, 8), marks.slice(8)],
      narrow: [marks.slice(0, 9), marks.slice(9)],
    },
  },
  {
    name: 'groups that leave bays open, another order on narrow screens, with text',
    section: {
      type: 'logo-wall',
      anchor: 'atechpartners',
      heading: 'Partners',
      text: 'A sentence that says what these companies do with us.',
      wide: [marks.slice(0, 4), marks.slice(4, 5)],
      narrow: [marks.slice(0, 5).reverse()],
    },
  },
];
