import { z } from 'zod';
import { action, drawing, line, paragraph } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** Rows of name, argument with its link, and bridge; each row's rule is the deck of its bridge (Specification 2, Home 3). */
export const solutionsSchema = z.strictObject({
  ...headed('solutions'),
  items: z.array(z.strictObject({ name: line(60), text: paragraph(300), drawing: drawing(), action: action() })).min(1),
});
