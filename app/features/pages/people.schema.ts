import { z } from 'zod';
import { externalLink, image, line, markdown, shortName } from '../../platform/content/fields.ts';
import type { Resolved } from '../../platform/content/reference.ts';

const personSchema = z.strictObject({
  id: shortName('jane-doe'),
  name: line(60),
  post: line(80),
  portrait: image(),
  /** Specification 3, Team member. */
  linkedin: z
    .union([z.literal('/'), externalLink()])
    .meta({ title: 'LinkedIn', description: 'https://…, or / for none.' }),
  /** Markdown. */
  bio: markdown().prefault(''),
});

/** The two teams (Specification 2, Who We Are; 9: 4 leaders and 10 advisers). Articles name these people as authors. */
export const peopleSchema = z.strictObject({
  leadership: z.array(personSchema).min(1),
  advisors: z.array(personSchema).min(1),
});

export type People = Resolved<z.infer<typeof peopleSchema>>;
/** A member of the leadership or an adviser. */
export type Person = People['leadership'][number];
