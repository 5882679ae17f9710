import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'intro'> = {
  'two words, one very long': {
    statement: 'Every crossing that we build is judged by its',
    words: ['span', 'Instandhaltungsplanungen'],
    lead: 'Short.',
    aside: 'Also short.',
  },
};
