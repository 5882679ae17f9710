import { z } from 'zod';
import { logo, paragraph } from '../../../../platform/content/fields.ts';
import { headed, sameLogosAsWide } from '../../section-fields.ts';

/** A grid of linked company marks with separate orders for wide and narrow screens (Specification 2, Ventures). */
export const portfolioSchema = z
  .strictObject({
    ...headed('portfolio'),
    text: paragraph().optional(),
    wide: z.array(logo()).min(1).meta({ title: 'On wide screens' }),
    narrow: z.array(logo()).min(1).meta({ title: 'On phones' }),
  })
  .superRefine(sameLogosAsWide('narrow'));
