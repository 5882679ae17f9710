import { z } from 'zod';
import { line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** Lists of themes side by side (Specification 2, Ventures: fund thesis). */
export const themesSchema = z.strictObject({
  ...headed('themes'),
  statement: phrase(160).optional(),
  groups: z
    .array(
      z.strictObject({
        name: line(60),
        items: z.array(z.strictObject({ name: line(80), text: paragraph(240).optional() })).min(1),
      }),
    )
    .min(1)
    .max(3),
});
