import { z } from 'zod';
import { paragraph, phrase } from '../../../../platform/content/fields.ts';

/** Invitation to apply by e-mail or through the professional network (Specification 2, Shared behaviour). */
export const careersBlockSchema = z.strictObject({
  type: z.literal('careers-block'),
  heading: phrase(100),
  text: paragraph(300),
});
