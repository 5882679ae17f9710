import { z } from 'zod';
import { externalLink, line, slug } from '../../platform/content/fields.ts';

/** Company marks by id; the drawing is `content/media/logos/{id}.svg` (Specification 3, Logo entry). */
export const logosSchema = z.strictObject({
  logos: z.array(z.strictObject({ id: slug(), name: line(60), href: externalLink().optional() })).min(1),
});
