import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'statement'> = {
  'the longest words, heading only': {
    ground: 'paper',
    heading: 'Kraftfahrzeughaftpflichtversicherungsbedingungen und Grundstücksverkehrsgenehmigungszuständigkeit',
    paragraphs: [],
    points: [],
    links: [],
  },
};
