import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'arms'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'arms',
      heading: 'Two arms',
      statement: 'One company, anchored on both banks.',
      items: [
        {
          name: 'Engineering',
          text: 'For enterprises that have to keep running while they change. Strategists, engineers and security people in one team, from the first survey to the handover.',
          action: { label: 'See the work we take on', to: '/consulting-and-strategy' },
        },
        {
          name: 'Ventures',
          text: "For founders with a sharp answer to a real problem. We invest engineers and capital together, and our clients' hardest cases become the proving ground.",
          action: { label: 'See how we invest', to: '/ventures' },
        },
      ],
    },
  },
  {
    name: 'long words, no statement, no links',
    section: {
      type: 'arms',
      anchor: 'arms',
      heading: 'Zwei Geschäftsbereiche',
      items: [
        { name: 'Softwareentwicklungsdienstleistungen', text: 'Kurz.' },
        { name: 'Beteiligungen', text: 'Kurz, und auf zwei Zeilen, wenn die Spalte schmal genug ist.' },
      ],
    },
  },
];
