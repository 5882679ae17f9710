import { z } from 'zod';
import { action, anchor, drawing, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { describedImage, partner } from '../../section-fields.ts';

/** A statement on the left, its argument on the right. The first section of most pages, and any text between others. */
export const statementSchema = z.strictObject({
  type: z.literal('statement'),
  anchor: anchor().optional(),
  ground: z.enum(['paper', 'sunk', 'night']).default('paper').meta({ title: 'Background' }),
  heading: phrase(140),
  lead: paragraph().optional(),
  paragraphs: z.array(paragraph()).default([]),
  points: z.array(phrase(160)).default([]),
  partner: partner().optional(),
  /** A line drawing or a plate under the statement. */
  drawing: drawing().optional(),
  image: describedImage().optional(),
  button: action().optional(),
  links: z.array(action()).max(3).default([]),
});
