import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'arms'> = {
  'long words, no statement, no links': {
    anchor: 'arms',
    heading: 'Zwei Geschäftsbereiche',
    items: [
      { name: 'Softwareentwicklungsdienstleistungen', text: 'Kurz.' },
      { name: 'Beteiligungen', text: 'Kurz, und auf zwei Zeilen, wenn die Spalte schmal genug ist.' },
    ],
  },
};
