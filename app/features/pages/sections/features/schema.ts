import { z } from 'zod';
import { action, anchor, image, line, logo, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** Blocks of statement against plate, mirrored in turn (industry pages; Specification 2, Industry pages). */
export const featuresSchema = z.strictObject({
  type: z.literal('features'),
  anchor: anchor().optional(),
  heading: line(80),
  items: z
    .array(
      z.strictObject({
        heading: phrase(100),
        text: paragraph(700),
        points: z.array(phrase(140)).default([]),
        image: z.strictObject({ file: image(), alt: phrase(200) }),
        partner: z.strictObject({ label: line(60), logo: logo(), lock: z.boolean().default(false) }).optional(),
        link: action().optional(),
      }),
    )
    .min(3)
    .max(4),
});
