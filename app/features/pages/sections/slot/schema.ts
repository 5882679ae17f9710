import { z } from 'zod';

/** The place of a part that belongs to another feature; the route passes it in by this name. */
export const slotNames = ['contact', 'insights', 'positions'] as const;
export type SlotName = (typeof slotNames)[number];

export const slotSchema = z.strictObject({ type: z.literal('slot'), name: z.enum(slotNames) });
