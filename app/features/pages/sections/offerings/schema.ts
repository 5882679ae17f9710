import { z } from 'zod';
import { action, entryAnchor, line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { describedImage, headed } from '../../section-fields.ts';
import { archItems } from './arch.ts';

/** Offerings one under the other: name on the left, argument and ticked points on the right (all service pages). */
export const offeringsSchema = z
  .strictObject({
    ...headed('offerings'),
    /** The arch of the security page: one stone for each item. */
    diagram: z.enum(['arch']).optional(),
    items: z
      .array(
        z.strictObject({
          id: entryAnchor(),
          name: line(90),
          /** A line under the name. */
          subtitle: phrase(140).optional(),
          text: paragraph(600),
          points: z.array(phrase(140)).default([]),
          /** Specification 2, Intelligent Automation. */
          apart: z
            .strictObject({ label: line(60), points: z.array(phrase(160)).min(1) })
            .optional()
            .meta({ title: 'What sets us apart' }),
          /** Industry trends (Specification 2, Intelligent Automation). */
          trends: z.strictObject({ label: line(60), items: z.array(phrase(160)).min(1) }).optional(),
          image: describedImage().optional(),
        }),
      )
      .min(1),
    button: action().optional(),
  })
  .refine(
    ({ diagram, items }) => diagram !== 'arch' || (items.length >= archItems.min && items.length <= archItems.max),
    {
      error: `takes ${archItems.min} to ${archItems.max} entries under the arch; leave out "diagram" for another number`,
      path: ['items'],
    },
  );
