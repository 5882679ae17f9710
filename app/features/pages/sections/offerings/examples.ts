import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'offerings'> = {
  'the arch with the longest names': {
    heading: 'Versicherungsaufsichtsrechtliche Leistungsbereiche für Rückversicherungsgesellschaften',
    diagram: 'arch',
    items: ['a', 'b', 'c', 'd', 'e'].map((letter) => ({
      id: `example-long-${letter}`,
      name: 'Datenschutzgrundverordnung, Informationssicherheitsmanagement & Schwachstellenbeseitigung',
      text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.',
      points: [],
    })),
  },
  'one item, name and text only': {
    heading: 'Offerings',
    items: [{ id: 'example-only', name: 'Audit', text: 'One sentence.', points: [] }],
  },
};
