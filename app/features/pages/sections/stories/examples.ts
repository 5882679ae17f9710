import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'stories'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'stories',
      heading: 'Impact In Action',
      items: [
        {
          client: 'A regional hospital group',
          title: 'Nine sites, one discharge list',
          text: 'Each morning, nine meetings asked who could go home, each with its own list. Now every site starts from one list that gives the oldest open step and its owner, joined from systems that already knew.',
          figure: { value: '3 hours', measure: "earlier at which a discharged patient's bed is free, at the median" },
          to: '/single/nine-sites-one-discharge-list/',
        },
        {
          client: 'A mid-size retail bank',
          title: 'The alert queue that shrank',
          text: 'Investigators spent most of their time on collecting. An agent now prepares one page for each alert, cites every sentence, sets out the suspicion and the innocent reading, and makes no recommendation.',
          figure: { value: '12 minutes', measure: 'median time for an alert, where it had been 26' },
          to: '/single/the-alert-queue-that-shrank/',
        },
        {
          client: 'A family-owned maker of pumps',
          title: 'A spare part in two days',
          text: 'A request could concern a machine forty years old. A register of installed machines now gives a shortlist with reasons; a person chooses.',
          figure: { value: '1.8 days', measure: 'median time to a complete answer, where it had been 11' },
        },
      ],
    },
  },
  {
    name: 'one story, long words, no link',
    section: {
      type: 'stories',
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
  },
];
