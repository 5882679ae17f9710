import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'call'> = {
  'the longest words, no text': {
    heading:
      'Rindfleischetikettierungsüberwachungsaufgabenübertragung und Geschwindigkeitsbegrenzung in einem einzigen Satz zusammengebracht, der endet.',
    button: { label: 'Unternehmensgründungsberatungsgespräch vereinbaren', to: '#contact' },
  },
};
