import type { SectionOf } from '../../page.schema.ts';

export const examples: { name: string; section: SectionOf<'intro'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'intro',
      statement: 'AI-first is a way of building: every line written, every load tested, every release made with',
      words: ['speed', 'safety', 'certainty'],
      lead: 'We take enterprises from pilot to production with up to 60% faster release velocity.',
      aside: 'Founded in 2022. Strategists, engineers and venture builders in three cities, working from one drawing.',
    },
  },
  {
    name: 'two words, one very long',
    section: {
      type: 'intro',
      statement: 'Every crossing that we build is judged by its',
      words: ['span', 'Instandhaltungsplanungen'],
      lead: 'Short.',
      aside: 'Also short.',
    },
  },
];
