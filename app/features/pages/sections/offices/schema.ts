import { z } from 'zod';
import { line } from '../../../../platform/content/fields.ts';

/** The offices of `offices.yaml` as towers of one bridge, spans to scale (Specification 2, Contact Us). */
export const officesSchema = z.strictObject({ type: z.literal('offices'), heading: line(80) });
