import { z } from 'zod';
import { line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { describedImage, headed } from '../../section-fields.ts';

/** Value statements, with or without pictures (Who We Are: Why the company; Careers: life beyond the desk). */
export const valuesSchema = z.strictObject({
  ...headed('values'),
  statement: phrase(160).optional(),
  items: z
    .array(
      z.strictObject({
        name: line(60),
        text: paragraph(400),
        image: describedImage().optional(),
      }),
    )
    .min(2),
});
