import { z } from 'zod';
import { line, logo } from '../../../../platform/content/fields.ts';

/** Linked company marks, four in view and moving on wide screens, a static grid on narrower ones (Specification 2, Home 5). */
export const logoCarouselSchema = z.strictObject({
  type: z.literal('logo-carousel'),
  heading: line(80),
  logos: z.array(logo()).min(1),
});
