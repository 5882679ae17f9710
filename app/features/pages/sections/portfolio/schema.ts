import { z } from 'zod';
import { anchor, line, logo, paragraph } from '../../../../platform/content/fields.ts';

/** A grid of linked company marks with separate orders for wide and narrow screens (Specification 2, Ventures). */
export const portfolioSchema = z
  .strictObject({
    type: z.literal('portfolio'),
    anchor: anchor().optional(),
    heading: line(80),
    text: paragraph().optional(),
    wide: z.array(logo()).min(1),
    narrow: z.array(logo()).min(1),
  })
  .refine(
    ({ wide, narrow }) =>
      wide
        .map(({ key }) => key)
        .sort()
        .join() ===
      narrow
        .map(({ key }) => key)
        .sort()
        .join(),
    {
      error: 'must hold the same logos as "wide"',
      path: ['narrow'],
    },
  );
