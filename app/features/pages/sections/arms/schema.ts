import { z } from 'zod';
import { action, line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** Two halves of one whole, drawn as the two banks of a span (Specification 2, Who We Are: two arms). */
export const armsSchema = z.strictObject({
  ...headed('arms'),
  statement: phrase(160).optional(),
  items: z.array(z.strictObject({ name: line(60), text: paragraph(600), action: action().optional() })).length(2),
});
