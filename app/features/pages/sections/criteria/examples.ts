import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'criteria'> = {
  'two stages, long words, no text': {
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
};
