import { z } from 'zod';
import { alternativeText, image, line, link, logo, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** Partner marks, three per row, and a carousel of article cards (Specification 2, Industry pages; Ruling 7). */
export const ecosystemSchema = z.strictObject({
  type: z.literal('ecosystem'),
  heading: line(80),
  logos: z.array(logo()).length(8, 'takes exactly 8 logos (Specification 9)'),
  subheading: line(80),
  /** Each card is shown twice, so that two cards make the four slides of the loop. */
  articles: z
    .array(
      z.strictObject({ image: image(), alt: alternativeText(), title: phrase(120), text: paragraph(600), to: link() }),
    )
    .length(2, 'takes exactly 2 articles (Specification 9: 4 slides)'),
});
