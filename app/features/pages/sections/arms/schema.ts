import { z } from 'zod';
import { action, anchor, line, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** Two halves of one whole, drawn as the two banks of a span (Specification 2, Who We Are: two arms). */
export const armsSchema = z.strictObject({
  type: z.literal('arms'),
  anchor: anchor().optional(),
  heading: line(80),
  statement: phrase(160).optional(),
  items: z.array(z.strictObject({ name: line(60), text: paragraph(600), action: action().optional() })).length(2),
});
