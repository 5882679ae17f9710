import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'logo-carousel'> = ({ logos }) => ({
  'the fewest that can move, under a long heading': {
    heading: 'A network of companies whose name is long enough to break the line on a phone',
    logos: logos.slice(0, 5),
  },
});
