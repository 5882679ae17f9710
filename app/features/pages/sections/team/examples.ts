import type { Examples } from '../../page.schema.ts';

/** The people themselves are those of the content. */
export const examples: Examples<'team'> = {
  'one team, long words, no invitation': {
    anchor: 'ourteam',
    teams: [{ key: 'leadership', heading: 'Geschäftsführung und Unternehmensentwicklungsverantwortung' }],
  },
};
