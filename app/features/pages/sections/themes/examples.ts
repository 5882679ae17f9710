import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'themes'> = {
  'three lists, long words, names alone': {
    anchor: 'thesis',
    heading: 'Anlagegrundsätze',
    groups: [
      { name: 'Technologiefelder', items: [{ name: 'Automatisierungstechnologieentwicklung' }, { name: 'Kurz' }] },
      { name: 'Geschäftsfelder', items: [{ name: 'Banken', text: 'Kurz.' }] },
      { name: 'Regionen', items: [{ name: 'Nordamerika' }, { name: 'Europa' }, { name: 'Indien' }] },
    ],
  },
  'one list': {
    heading: 'Fund thesis',
    groups: [{ name: 'Technology themes', items: [{ name: 'IoT/edge', text: 'Decisions made at the machine.' }] }],
  },
};
