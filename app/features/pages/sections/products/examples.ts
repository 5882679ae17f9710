import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'products'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'products',
      heading: 'Products',
      items: [
        {
          id: 'example-salesiq',
          name: 'SalesIQ',
          summary:
            'From request to signed proposal. Agents read the request, find what you have already answered well, and draft a reply that your team would put its name to.',
          text: 'SalesIQ works between CRM, CPQ and the document store. What no source supports is left blank and sent to the person who knows.',
          points: ['Every sentence in a draft carries the source that it came from'],
          figure: { value: 60, unit: '%', measure: 'reduction in proposal cycle time' },
        },
        {
          id: 'example-dataiq',
          name: 'DataIQ',
          label: 'Emerging',
          summary: 'Service work read, routed and resolved by agents, from the first message to the closed ticket.',
          points: [
            'Cases resolved from your own knowledge base, or not at all',
            'Service levels and promises in one view',
          ],
          figure: { value: 30, unit: '%', measure: 'labour cost reduction' },
        },
      ],
      button: { label: 'Accelerate your Agentic AI journey', to: '#contact' },
    },
  },
  {
    name: 'the smallest and the largest figure, the longest words',
    section: {
      type: 'products',
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
  },
];
