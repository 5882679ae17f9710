import { z } from 'zod';
import { anchor, image, line, paragraph } from '../../../../platform/content/fields.ts';

/** Value statements, with or without pictures (Who We Are: Why the company; Careers: life beyond the desk). */
export const valuesSchema = z.strictObject({
  type: z.literal('values'),
  anchor: anchor().optional(),
  heading: line(80),
  statement: line(160).optional(),
  items: z
    .array(
      z.strictObject({
        name: line(60),
        text: paragraph(400),
        image: z.strictObject({ file: image(), alt: line(200) }).optional(),
      }),
    )
    .min(2),
});
