import { z } from 'zod';
import { anchor, line, logo, paragraph } from '../../../../platform/content/fields.ts';

const rows = z.array(z.array(logo()).min(1)).min(1);

/** Whether two arrangements contain the same marks in any order. */
const sameLogos = (one: z.infer<typeof rows>, other: z.infer<typeof rows>) => keysOf(one) === keysOf(other);

const keysOf = (groups: z.infer<typeof rows>) =>
  groups
    .flat()
    .map(({ key }) => key)
    .sort()
    .join();

/**
 * Company marks in ruled bays. The arrangements for desktop, tablet and phone are separate, each with groups that stay together
 * (Specification 9: home partner wall 6 + 6 on desktop and 9 + 3 on mobile). Without an arrangement for tablets, the wide one is
 * shown there.
 */
export const logoWallSchema = z
  .strictObject({
    type: z.literal('logo-wall'),
    anchor: anchor().optional(),
    heading: line(80),
    text: paragraph().optional(),
    wide: rows,
    medium: rows.optional(),
    narrow: rows,
  })
  .refine(({ wide, narrow }) => sameLogos(wide, narrow), {
    error: 'must hold the same logos as "wide"',
    path: ['narrow'],
  })
  .refine(({ wide, medium }) => !medium || sameLogos(wide, medium), {
    error: 'must hold the same logos as "wide"',
    path: ['medium'],
  });
