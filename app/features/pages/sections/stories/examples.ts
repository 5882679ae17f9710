import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'stories'> = {
  'one story, long words, no link': {
    anchor: 'impact',
    heading: 'Wirkung',
    items: [
      {
        client: 'Eine Krankenversicherungsgesellschaft mit Niederlassungen in mehreren Ländern',
        title: 'Leistungsabrechnungsprüfungsautomatisierung',
        text: 'Kurz.',
        figure: { value: '1.234.567,89', measure: 'Bearbeitungsvorgänge' },
      },
    ],
  },
};
