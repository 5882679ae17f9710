import { z } from 'zod';
import { line, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** The opening statement with one rotating word (Specification 2, Home 2). */
export const introSchema = z.strictObject({
  type: z.literal('intro'),
  /** The statement up to the rotating word. */
  statement: phrase(200),
  /** The words in order of appearance; the last one is shown first. */
  words: z.array(line(24)).min(2).max(6),
  lead: paragraph(),
  aside: paragraph(),
});
