import { z } from 'zod';
import { logo, paragraph } from '../../../../platform/content/fields.ts';
import { headed, sameLogosAsWide } from '../../section-fields.ts';

const rows = z.array(z.array(logo()).min(1)).min(1);

/**
 * Company marks in ruled bays. The arrangements for desktop, tablet and phone are separate, each with groups that stay together
 * (Specification 9: home partner wall 6 + 6 on desktop and 9 + 3 on mobile). Without an arrangement for tablets, the wide one is
 * shown there.
 */
export const logoWallSchema = z
  .strictObject({
    ...headed('logo-wall'),
    text: paragraph().optional(),
    wide: rows.meta({ title: 'On wide screens' }),
    medium: rows.optional().meta({ title: 'On tablets' }),
    narrow: rows.meta({ title: 'On phones' }),
  })
  .superRefine(sameLogosAsWide('narrow'))
  .superRefine(sameLogosAsWide('medium'));
