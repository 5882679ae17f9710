import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'values'> = {
  'two values, long words, no statement': {
    anchor: 'values',
    heading: 'Grundsätze',
    items: [
      { name: 'Verantwortungsübernahmebereitschaft', text: 'Kurz.' },
      { name: 'Nachvollziehbarkeit', text: 'Ebenfalls kurz, doch lang genug für eine zweite Zeile auf dem Telefon.' },
    ],
  },
};
