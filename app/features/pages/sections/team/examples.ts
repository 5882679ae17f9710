import type { SectionOf } from '../../page.schema.ts';

/** The people themselves are those of the content. */
export const examples: { name: string; section: SectionOf<'team'> }[] = [
  {
    name: 'both teams, with an invitation',
    section: {
      type: 'team',
      teams: [
        { key: 'leadership', heading: 'Leadership' },
        { key: 'advisors', heading: 'Advisory team' },
      ],
      invitation: {
        text: 'Fourteen people sign our drawings. There is room for your name.',
        action: { label: 'Join us', to: '/join-us' },
      },
    },
  },
  {
    name: 'one team, long words, no invitation',
    section: {
      type: 'team',
      anchor: 'ourteam',
      teams: [{ key: 'leadership', heading: 'Geschäftsführung und Unternehmensentwicklungsverantwortung' }],
    },
  },
];
