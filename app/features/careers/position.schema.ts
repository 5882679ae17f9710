import { z } from 'zod';
import { day, line, paragraph, shortName } from '../../platform/content/fields.ts';
import { Reference, type Resolved } from '../../platform/content/reference.ts';

/** A category of positions, which is a tab of the careers page. */
export interface PositionCategory {
  slug: string;
  name: string;
}

/** `content/careers.yaml`: the categories, in the order of their tabs. */
export const careersSchema = z.strictObject({
  categories: z.array(z.strictObject({ slug: shortName('data-and-ai'), name: line(40) })).min(1),
});

/** Values of schema.org/employmentType that search engines support. */
const employmentTypes = ['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN'] as const;

const categoryReference = () =>
  z.string().transform((text) => new Reference<PositionCategory>('position-category', text));

/** Front matter of a position (Specification 3, Job post; Ruling 29). The file's name is its slug. */
export const positionSchema = z
  .strictObject({
    job_id: z
      .string()
      .regex(/^[A-Z]{2,4}-\d{3,6}$/u, 'takes an id such as "SW-2041"')
      .meta({ title: 'Job ID', description: 'Such as SW-2041; no other position has it.' }),
    title: line(90),
    category: categoryReference(),
    further_categories: z
      .array(categoryReference())
      .default([])
      .meta({ description: 'Other categories that list the position.' }),
    experience: line(40),
    location: line(80),
    short_description: paragraph(300).meta({ description: 'Shown in the list of positions.' }),
    posted: day()
      .optional()
      .meta({ description: 'Shown on its page. Search engines list only jobs that have this day and a place.' }),
    updated: day()
      .optional()
      .meta({ description: 'For search engines: day of the last change that matters to applicants.' }),
    valid_through: day().optional().meta({ description: 'The last day on which the position is shown.' }),
    employment_type: z.enum(employmentTypes).optional().meta({ description: 'For search engines.' }),
    place: z
      .strictObject({
        city: line(60),
        region: line(40).optional(),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/u, 'takes a country code such as "US"')
          .meta({ description: 'Its code of two letters, such as US.' }),
      })
      .optional()
      .meta({ description: 'For search engines: the place of work.' }),
    remote: z
      .boolean()
      .default(false)
      .meta({ description: 'For search engines: worked from anywhere in the country of the place.' }),
  })
  .refine(({ posted, valid_through }) => !posted || !valid_through || valid_through >= posted, {
    error: 'takes a day that is not before "posted"',
    path: ['valid_through'],
  });

/** A position with its slug and text. */
export interface Position extends Resolved<z.infer<typeof positionSchema>> {
  slug: string;
  /** Sanitised HTML. */
  html: string;
}
