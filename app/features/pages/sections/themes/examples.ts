import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'themes'> }[] = [
  {
    name: 'two lists that cross',
    section: {
      type: 'themes',
      heading: 'Fund thesis',
      statement: 'Technology we can test, in trades we know from the inside.',
      groups: [
        {
          name: 'Technology themes',
          items: [
            {
              name: 'AI/ML and GenAI',
              text: 'Models that show their sources, agents with limits, and the tools that evaluate both.',
            },
            {
              name: 'Blockchain/DLT/DeFi/DAO',
              text: 'Shared ledgers where several parties need one record and none of them should own it.',
            },
            { name: 'IoT/edge', text: 'Decisions made at the machine, when the network is slow, costly or gone.' },
          ],
        },
        {
          name: 'Business themes',
          items: [
            {
              name: 'BFSI',
              text: 'Onboarding, claims, surveillance and treasury, under rules that are already written.',
            },
            { name: 'Manufacturing', text: 'Planning, quality and maintenance on lines that run through the night.' },
            {
              name: 'Healthcare',
              text: 'Administrative weight taken off clinicians, and evidence brought to the bedside.',
            },
            { name: 'Logistics', text: 'Goods that arrive.' },
          ],
        },
      ],
    },
  },
  {
    name: 'three lists, long words, names alone',
    section: {
      type: 'themes',
      anchor: 'thesis',
      heading: 'Anlagegrundsätze',
      groups: [
        { name: 'Technologiefelder', items: [{ name: 'Automatisierungstechnologieentwicklung' }, { name: 'Kurz' }] },
        { name: 'Geschäftsfelder', items: [{ name: 'Banken', text: 'Kurz.' }] },
        { name: 'Regionen', items: [{ name: 'Nordamerika' }, { name: 'Europa' }, { name: 'Indien' }] },
      ],
    },
  },
  {
    name: 'one list',
    section: {
      type: 'themes',
      heading: 'Fund thesis',
      groups: [{ name: 'Technology themes', items: [{ name: 'IoT/edge', text: 'Decisions made at the machine.' }] }],
    },
  },
];
