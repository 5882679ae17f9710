import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'call'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'call',
      heading: 'Bring us the decision that keeps being postponed.',
      text: 'A first session costs you ninety minutes. You leave with the question stated, the missing facts listed and a view on whether it is worth going further.',
      button: { label: "Let's build what's next", to: '#contact' },
    },
  },
  {
    name: 'the longest words, no text',
    section: {
      type: 'call',
      heading:
        'Rindfleischetikettierungsüberwachungsaufgabenübertragung und Geschwindigkeitsbegrenzung in einem einzigen Satz zusammengebracht, der endet.',
      button: { label: 'Unternehmensgründungsberatungsgespräch vereinbaren', to: '#contact' },
    },
  },
];
