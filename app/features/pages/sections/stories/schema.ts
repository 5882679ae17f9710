import { z } from 'zod';
import { line, link, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** Brief case stories: client, solution, measured result (Specification 2, Who We Are: Impact In Action). */
export const storiesSchema = z.strictObject({
  ...headed('stories'),
  items: z
    .array(
      z.strictObject({
        client: phrase(80),
        title: phrase(120),
        text: paragraph(500),
        /** The measured result: a formatted figure and its unit or subject. */
        figure: z.strictObject({ value: line(12), measure: phrase(90) }),
        to: link().optional(),
      }),
    )
    .min(1),
});
