import { z } from 'zod';
import { externalLink, line, shortName } from '../../platform/content/fields.ts';

/** Company marks by id; the drawing is `content/media/logos/{id}.svg` (Specification 3, Logo entry). */
export const logosSchema = z.strictObject({
  logos: z
    .array(
      z.strictObject({
        id: shortName('acme', ' Its drawing is logos/acme.svg in Assets.'),
        name: line(60),
        href: externalLink().optional(),
      }),
    )
    .min(1),
});
