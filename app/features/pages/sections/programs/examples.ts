import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'programs'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'programs',
      heading: 'Flagship programs',
      items: [
        {
          name: 'Quantum Leap',
          text: 'Ninety minutes with your leadership, ninety days with our engineers: from a stated ambition to a product in the hands of its first users.',
          loaded: false,
        },
        {
          name: 'SpeedX',
          text: 'The execution platform. Pre-built industry agents under one ontology engine, deployed in days or weeks rather than months.',
          loaded: true,
        },
        {
          name: 'Elevate',
          text: 'We stay on after opening day: teams trained on the job, running costs brought down, the next crossing already surveyed.',
          loaded: false,
        },
      ],
      button: { label: 'Talk to us', to: '#contact' },
    },
  },
  {
    name: 'four spans, long names, no button',
    section: {
      type: 'programs',
      heading: 'Programs',
      items: [
        { name: 'Unternehmensmodernisierung', text: 'Short.', loaded: true },
        { name: 'Two', text: 'Short.', loaded: false },
        {
          name: 'Three',
          text: 'A longer text that takes several lines in a narrow column, to show how the row aligns.',
          loaded: false,
        },
        { name: 'Four', text: 'Short.', loaded: false },
      ],
    },
  },
];
