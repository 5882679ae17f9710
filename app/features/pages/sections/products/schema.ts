import { z } from 'zod';
import { action, entryAnchor, line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** Products with the figure each one claims (Specification 2, SpeedX Products). */
export const productsSchema = z.strictObject({
  ...headed('products'),
  items: z
    .array(
      z.strictObject({
        id: entryAnchor(),
        name: line(40),
        /** A small mark beside the name, such as "Emerging". */
        label: line(24).optional(),
        summary: paragraph(300),
        text: paragraph(700).optional(),
        points: z.array(phrase(140)).default([]),
        /** The claim: a percentage and what it measures. */
        figure: z.strictObject({
          value: z.int().min(1).max(100),
          unit: z.literal('%').default('%'),
          measure: phrase(100),
        }),
      }),
    )
    .min(1),
  button: action().optional(),
});
