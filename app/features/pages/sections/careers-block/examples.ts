import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'careers-block'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'careers-block',
      heading: 'Your Next Chapter: A career at Spanwright',
      text: 'We hire people who finish things. If that is you, write to us directly, with or without a vacancy in mind.',
    },
  },
  {
    name: 'long words',
    section: {
      type: 'careers-block',
      heading: 'Ihre Weiterentwicklungsmöglichkeiten: Softwareentwicklungsabteilungsleitung bei Spanwright',
      text: 'Kurz.',
    },
  },
];
