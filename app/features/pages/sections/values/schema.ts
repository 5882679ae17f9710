import { z } from 'zod';
import { anchor, image, line, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** Value statements, with or without pictures (Who We Are: Why the company; Careers: life beyond the desk). */
export const valuesSchema = z.strictObject({
  type: z.literal('values'),
  anchor: anchor().optional(),
  heading: line(80),
  statement: phrase(160).optional(),
  items: z
    .array(
      z.strictObject({
        name: line(60),
        text: paragraph(400),
        image: z.strictObject({ file: image(), alt: phrase(200) }).optional(),
      }),
    )
    .min(2),
});
