import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'workflow'> = {
  'five steps of long words, no texts': {
    heading: 'Vorgehensweise',
    steps: ['Bestandsaufnahme', 'Anforderungsabstimmung', 'Umsetzung', 'Inbetriebnahme', 'Übergabe'].map((name) => ({
      name,
      points: ['Geschäftsprozessdokumentation', 'Verantwortlichkeitsmatrix', 'Abnahme'],
    })),
  },
  'two steps': {
    heading: 'Method',
    steps: [
      { name: 'Draw', points: ['One', 'Two', 'Three'] },
      { name: 'Build', points: ['One', 'Two', 'Three', 'Four'] },
    ],
  },
};
