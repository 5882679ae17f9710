import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'criteria'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'criteria',
      heading: 'Investment ethos',
      statement: 'We come in early, from Seed to A+.',
      text: 'Early-stage startups are where engineering still changes the outcome. We read each one against the criteria below, and give the founders the page whether we invest or not.',
      stages: [
        { name: 'Seed', invested: true },
        { name: 'Seed+', invested: true },
        { name: 'A', invested: true },
        { name: 'A+', invested: true },
        { name: 'B', invested: false },
        { name: 'C', invested: false },
      ],
      items: [
        {
          name: 'Core team',
          text: 'People who have done the unglamorous part before: shipped it, supported it, been telephoned about it.',
        },
        {
          name: 'Business impact',
          text: "A result that a customer's finance director would recognise without an explanation from us.",
        },
        {
          name: 'Market size',
          text: 'Counted from the bottom, in named buyers and real prices, with room for more than one winner.',
        },
        {
          name: 'Network effect',
          text: 'Each new customer, record or partner should make the product better for those already there.',
        },
      ],
    },
  },
  {
    name: 'two stages, long words, no text',
    section: {
      type: 'criteria',
      anchor: 'ethos',
      heading: 'Auswahlgrundsätze',
      statement: 'Anschubfinanzierungsbeteiligungen in frühen Unternehmensphasen.',
      stages: [
        { name: 'Anschubfinanzierung', invested: true },
        { name: 'Erweiterung', invested: true },
      ],
      items: [
        { name: 'Gründungsmannschaft', text: 'Kurz.' },
        { name: 'Wettbewerbsfähigkeitsnachweis', text: 'Kurz.' },
      ],
    },
  },
];
