import { z } from 'zod';
import { entryAnchor, line, phone } from '../../platform/content/fields.ts';
import type { Resolved } from '../../platform/content/reference.ts';

/** The offices (Specification 3, Office; 9: three), from west to east, the order of the drawn towers. */
export const officesFileSchema = z.strictObject({
  offices: z
    .array(
      z.strictObject({
        id: entryAnchor(),
        heading: line(40),
        role: line(40),
        headquarters: z.boolean().default(false),
        address: z.array(line(80)).min(1).max(5),
        phone: phone(),
        distance_to_next: z
          .int()
          .positive()
          .optional()
          .meta({ description: 'Great-circle distance to the next office of this list, km; empty for the last.' }),
      }),
    )
    .min(1),
});

export type Office = Resolved<z.infer<typeof officesFileSchema>>['offices'][number];
