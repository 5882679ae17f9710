import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'workflow'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'workflow',
      anchor: 'example-dart',
      heading: 'DART: how we deliver',
      text: 'One method for every engagement. Each step ends with something that you can hold, and with a decision whether to take the next.',
      steps: [
        {
          name: 'Discover',
          text: 'Survey the ground and choose the crossing.',
          points: [
            'Processes mined from logs',
            'Candidate cases priced by value and risk',
            'One case chosen, with its owner',
          ],
        },
        {
          name: 'Align',
          text: 'Agree what the agent is for, and what it may never do.',
          points: [
            'The ontology drawn with your experts',
            'Permissions and limits signed by risk and legal',
            'Acceptance tests written before the agent is',
            'Running cost estimated for each case',
          ],
        },
        {
          name: 'Realize',
          text: 'Build it, load it, and put it to work.',
          points: [
            'Prebuilt agents adapted',
            'Adverse cases run until the limits are known',
            'A release beside the existing process',
          ],
        },
        {
          name: 'Transform',
          text: 'Widen the span and hand over the keys.',
          points: [
            'Your team on call with ours',
            'The next cases on the same ontology',
            'Figures reported to one page a month',
          ],
        },
      ],
      button: { label: 'Talk to us', to: '#contact' },
    },
  },
  {
    name: 'five steps of long words, no texts',
    section: {
      type: 'workflow',
      heading: 'Vorgehensweise',
      steps: ['Bestandsaufnahme', 'Anforderungsabstimmung', 'Umsetzung', 'Inbetriebnahme', 'Übergabe'].map((name) => ({
        name,
        points: ['Geschäftsprozessdokumentation', 'Verantwortlichkeitsmatrix', 'Abnahme'],
      })),
    },
  },
  {
    name: 'two steps',
    section: {
      type: 'workflow',
      heading: 'Method',
      steps: [
        { name: 'Draw', points: ['One', 'Two', 'Three'] },
        { name: 'Build', points: ['One', 'Two', 'Three', 'Four'] },
      ],
    },
  },
];
