import { z } from 'zod';
import { action, anchor, line, phrase } from '../../../../platform/content/fields.ts';

/** The people of `people.yaml`, team by team, with bio panels (Specification 2, Who We Are: Team; Ruling 14). */
export const teamSchema = z.strictObject({
  type: z.literal('team'),
  anchor: anchor().optional(),
  /** Teams in order, by their key in `people.yaml`. */
  teams: z.array(z.strictObject({ key: z.enum(['leadership', 'advisors']), heading: line(60) })).min(1),
  /** The invitation to apply, after the last card. */
  invitation: z.strictObject({ text: phrase(120), action: action() }).optional(),
});
