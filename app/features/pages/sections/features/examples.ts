import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'features'> = ({ items }) => ({
  'the longest words, text only': {
    anchor: 'example-features',
    heading: 'Leistungen',
    items: items.map(({ image }, index) => ({
      heading: ['Arbeitsunfähigkeitsbescheinigung', 'Krankenversicherungskostendämpfungsgesetz'][index] ?? 'Kurz',
      text: 'Short.',
      points: [],
      image,
    })),
  },
});
