import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'programs'> = {
  'four spans, long names, no button': {
    heading: 'Programs',
    items: [
      { name: 'Unternehmensmodernisierung', text: 'Short.', loaded: true },
      { name: 'Two', text: 'Short.', loaded: false },
      {
        name: 'Three',
        text: 'A longer text that takes several lines in a narrow column, to show how the row aligns.',
        loaded: false,
      },
      { name: 'Four', text: 'Short.', loaded: false },
    ],
  },
};
