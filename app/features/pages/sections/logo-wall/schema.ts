import { z } from 'zod';
import { anchor, line, logo, paragraph } from '../../../../platform/content/fields.ts';

const rows = z.array(z.array(logo()).min(1)).min(1);

/**
 * Company marks in ruled bays. The wide and the narrow arrangement are written out separately, each as groups that
 * stay together (Specification 9: home partner wall 6 + 6 and 9 + 3).
 */
export const logoWallSchema = z
  .strictObject({
    type: z.literal('logo-wall'),
    anchor: anchor().optional(),
    heading: line(80),
    text: paragraph().optional(),
    wide: rows,
    narrow: rows,
  })
  .refine(
    ({ wide, narrow }) =>
      wide
        .flat()
        .map(({ key }) => key)
        .sort()
        .join() ===
      narrow
        .flat()
        .map(({ key }) => key)
        .sort()
        .join(),
    { error: 'must hold the same logos as "wide"', path: ['narrow'] },
  );
