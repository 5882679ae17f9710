import { z } from 'zod';
import { action, paragraph, phrase } from '../../../../platform/content/fields.ts';

/** One line and one button, before the contact section. */
export const callSchema = z
  .strictObject({
    type: z.literal('call'),
    heading: phrase(140),
    text: paragraph(300).optional(),
    button: action(),
  })
  .meta({ title: 'Call to action' });
