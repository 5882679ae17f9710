import { z } from 'zod';
import { anchor, line, link, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** Case stories in short: client, what was built, what was measured (Specification 2, Who We Are: Impact In Action). */
export const storiesSchema = z.strictObject({
  type: z.literal('stories'),
  anchor: anchor().optional(),
  heading: line(80),
  items: z
    .array(
      z.strictObject({
        client: phrase(80),
        title: phrase(120),
        text: paragraph(500),
        /** The measured result: a figure as it is read, and what it counts. */
        figure: z.strictObject({ value: line(12), measure: phrase(90) }),
        to: link().optional(),
      }),
    )
    .min(1),
});
