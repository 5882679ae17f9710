import { z } from 'zod';
import { line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** Forces that act on one beam: a claim and its reasons, each an arrow (Specification 2, Who We Are: Why Now). */
export const forcesSchema = z.strictObject({
  ...headed('forces'),
  statement: phrase(160),
  items: z
    .array(z.strictObject({ name: line(60), text: paragraph(360) }))
    .min(2)
    .max(4),
});
