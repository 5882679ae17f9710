import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'logo-wall'> = ({ wide }) => {
  const logos = wide.flat().slice(0, 5);
  return {
    'groups that leave bays open, another order on narrow screens, with text': {
      anchor: 'atechpartners',
      heading: 'Partners',
      text: 'A sentence that says what these companies do with us.',
      wide: [logos.slice(0, 4), logos.slice(4)],
      narrow: [logos.toReversed()],
    },
  };
};
