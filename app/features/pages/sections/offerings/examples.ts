import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'offerings'> }[] = [
  {
    name: 'ordinary, under the arch',
    section: {
      type: 'offerings',
      heading: 'Service areas',
      diagram: 'arch',
      items: [
        {
          id: 'example-consulting',
          name: 'Strategic Security Consulting & vCISO',
          text: 'A security leader in the room where budgets are set. We rank risk in money, write the plan and carry it to the board.',
          points: [
            'Virtual CISO by the month, with named deputies',
            'Risk register in currency, refreshed each quarter',
          ],
        },
        {
          id: 'example-validation',
          name: 'Security Validation & Vulnerability Management',
          text: 'We load the structure until it tells us where it would fail, then repair in order of consequence.',
          points: [
            'Adversary simulation against real business paths',
            'Fixes verified by the team that found the fault',
          ],
        },
        {
          id: 'example-zero-trust',
          name: 'Cloud Security & Zero Trust',
          text: 'No member is trusted because of where it stands. Identity, device and intent are checked at each crossing.',
          points: ['Least privilege that developers do not have to fight'],
        },
        {
          id: 'example-protection',
          name: 'Data & Information Protection',
          text: 'Know what you hold, who may touch it, and what a model may learn from it.',
          points: ['Keys, tokens and retention under one policy'],
        },
        {
          id: 'example-response',
          name: 'Threat Monitoring & Incident Response',
          text: 'Analysts and agents on one watch. The machine sorts, a person decides, and both leave a record.',
          points: ['Containment steps rehearsed before they are needed'],
        },
      ],
      button: { label: 'Transform today', to: '#contact' },
    },
  },
  {
    name: 'rich capabilities, with subtitle, plate, "What sets us apart" and trends',
    section: {
      type: 'offerings',
      anchor: 'example-capabilities',
      heading: 'Capabilities',
      items: [
        {
          id: 'example-mining',
          name: 'Process Intelligence/Mining',
          subtitle: 'See how the work is done before you change it.',
          text: 'Event logs tell a different story from the manual. We reconstruct your processes from system records, find where time and money leak, and rank the repairs by what they return.',
          points: ['Desktop traces read with consent, and deleted on a date'],
          apart: {
            label: 'What sets us apart',
            points: [
              'Findings checked with the people who do the work',
              'A model that stays connected, so that each repair proves its effect',
            ],
          },
          trends: {
            label: 'Industry trends',
            items: [
              'Mining across several companies in one supply chain',
              'Object-centric logs',
              'Language models that explain a variant in plain words',
            ],
          },
          image: {
            file: { src: '/media/plates/node.svg', width: 800, height: 500 },
            alt: 'Line drawing: the node of a steel truss',
          },
        },
        {
          id: 'example-bots',
          name: 'Conversational Bots',
          subtitle: 'Answer, act, and know when to fetch a person.',
          text: 'A bot that only answers moves the queue somewhere else. Ours complete the task.',
          points: [],
          apart: { label: 'What sets us apart', points: ['Voice, chat and e-mail served by one set of skills'] },
          trends: { label: 'Industry trends', items: ['Spoken conversation with a natural pause'] },
        },
      ],
    },
  },
  {
    name: 'the arch with the longest names',
    section: {
      type: 'offerings',
      heading: 'Versicherungsaufsichtsrechtliche Leistungsbereiche für Rückversicherungsgesellschaften',
      diagram: 'arch',
      items: ['a', 'b', 'c', 'd', 'e'].map((letter) => ({
        id: `example-long-${letter}`,
        name: 'Datenschutzgrundverordnung, Informationssicherheitsmanagement & Schwachstellenbeseitigung',
        text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.',
        points: [],
      })),
    },
  },
  {
    name: 'one item, name and text only',
    section: {
      type: 'offerings',
      heading: 'Offerings',
      items: [{ id: 'example-only', name: 'Audit', text: 'One sentence.', points: [] }],
    },
  },
];
