import { z } from 'zod';
import { action, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { describedImage, headed, partner } from '../../section-fields.ts';

/** Blocks of statement against plate, mirrored in turn (industry pages; Specification 2, Industry pages). */
export const featuresSchema = z.strictObject({
  ...headed('features'),
  items: z
    .array(
      z.strictObject({
        heading: phrase(100),
        text: paragraph(700),
        points: z.array(phrase(140)).default([]),
        image: describedImage(),
        partner: partner().optional(),
        link: action().optional(),
      }),
    )
    .min(3)
    .max(4),
});
