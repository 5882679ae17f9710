import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'products'> = {
  'the smallest and the largest figure, the longest words': {
    anchor: 'example-products',
    heading: 'Produkte',
    items: [
      {
        id: 'example-one',
        name: 'Betriebskostenabrechnungsautomatisierung',
        label: 'Erprobungsphase',
        summary: 'Short.',
        points: [],
        figure: {
          value: 1,
          unit: '%',
          measure: 'Verwaltungskostenreduktion im Rechnungswesen und in der Vertragsverwaltung, jedes Jahr',
        },
      },
      {
        id: 'example-whole',
        name: 'Whole',
        summary: 'The whole span is loaded.',
        points: [],
        figure: { value: 100, unit: '%', measure: 'of it' },
      },
    ],
  },
};
