import { z } from 'zod';
import { action, line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** A method in steps, drawn as spans of one bridge (Specification 2, Platform page: DART). */
export const workflowSchema = z.strictObject({
  ...headed('workflow'),
  text: paragraph().optional(),
  steps: z
    .array(
      z.strictObject({ name: line(30), text: paragraph(300).optional(), points: z.array(phrase(120)).min(3).max(4) }),
    )
    .min(2)
    .max(5),
  button: action().optional(),
});
