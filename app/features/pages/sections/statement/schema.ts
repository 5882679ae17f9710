import { z } from 'zod';
import { action, anchor, drawing, image, line, logo, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** A statement on the left, its argument on the right. The first section of most pages, and any text between others. */
export const statementSchema = z.strictObject({
  type: z.literal('statement'),
  anchor: anchor().optional(),
  /** The ground: fog, the quiet band, or the night band. */
  ground: z.enum(['paper', 'sunk', 'night']).default('paper'),
  heading: phrase(140),
  lead: paragraph().optional(),
  paragraphs: z.array(paragraph()).default([]),
  points: z.array(phrase(160)).default([]),
  /** Logo beside the text, with the lock of the cybersecurity variant (Specification 2, Shared behaviour). */
  partner: z.strictObject({ label: line(60), logo: logo(), lock: z.boolean().default(false) }).optional(),
  /** A line drawing or a plate under the statement. */
  drawing: drawing().optional(),
  image: z.strictObject({ file: image(), alt: phrase(200) }).optional(),
  button: action().optional(),
  links: z.array(action()).max(3).default([]),
});
