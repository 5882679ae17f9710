import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'careers-block'> = {
  'long words': {
    heading: 'Ihre Weiterentwicklungsmöglichkeiten: Softwareentwicklungsabteilungsleitung bei Spanwright',
    text: 'Kurz.',
  },
};
