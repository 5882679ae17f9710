import { z } from 'zod';
import { action, line, paragraph } from '../../../../platform/content/fields.ts';

/** Flagship programs: one continuous bridge on the night band, a span for each (Specification 2, Home 4). */
export const programsSchema = z.strictObject({
  type: z.literal('programs'),
  heading: line(80),
  items: z
    .array(z.strictObject({ name: line(40), text: paragraph(300), loaded: z.boolean().default(false) }))
    .min(2)
    .max(4),
  button: action().optional(),
});
