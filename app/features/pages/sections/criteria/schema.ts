import { z } from 'zod';
import { line, paragraph, phrase } from '../../../../platform/content/fields.ts';
import { headed } from '../../section-fields.ts';

/** Criteria of investments: the stages on one scale, the criteria below (Specification 2, Ventures). */
export const criteriaSchema = z.strictObject({
  ...headed('criteria'),
  statement: phrase(160),
  text: paragraph().optional(),
  /** First and last stage, and those between, in order: Seed … A+. The first `invested` ones are marked. */
  stages: z
    .array(z.strictObject({ name: line(20), invested: z.boolean() }))
    .min(2)
    .max(6),
  items: z.array(z.strictObject({ name: line(60), text: paragraph(260) })).min(2),
});
