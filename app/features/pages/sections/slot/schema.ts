import { z } from 'zod';

/** Names of slots for parts of other features, which the route passes in. */
export const slotNames = ['contact', 'insights', 'positions'] as const;
export type SlotName = (typeof slotNames)[number];

/** The place of another feature's part in a page. */
export const slotSchema = z
  .strictObject({ type: z.literal('slot'), name: z.enum(slotNames) })
  .meta({ title: 'Contact form, articles or positions' });
