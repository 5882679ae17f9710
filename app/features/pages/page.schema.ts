import { z } from 'zod';
import { action, address, day, heroMedia, line, paragraph, phrase } from '../../platform/content/fields.ts';
import type { Resolved } from '../../platform/content/reference.ts';
import { sectionSchema } from './sections.schema.ts';

/** Title, Open Graph title, description and keywords of a page (Specification 3, Page meta). */
export const metaSchema = z.strictObject({
  title: line(70),
  /** Title of link previews; `title` by default. */
  og_title: line(90).optional().meta({ title: 'Title of shared links', description: 'The title by default.' }),
  description: phrase(170),
  keywords: z.array(line(40)).min(1),
});

const pageHeroSchema = z.strictObject({
  type: z.literal('page'),
  heading: line(120),
  note: paragraph(200).optional(),
  media: heroMedia(),
  button: action().optional(),
});

/** The home slider: several headlines, each over its own film loop (Specification 2, Home 1). */
const sliderHeroSchema = z.strictObject({
  type: z.literal('slider'),
  label: line(80).meta({ description: 'Names the slider for people who do not see it.' }),
  slides: z
    .array(z.strictObject({ heading: line(120), media: heroMedia() }))
    .min(2)
    .max(6),
  button: action(),
});

/** One page of the site: one file in `content/pages`. */
export const pageSchema = z.strictObject({
  address: address().meta({ description: 'The path of the page, such as /who-we-are.' }),
  aliases: z
    .array(address())
    .default([])
    .meta({ description: 'Further paths of the same page; search engines list the first one.' }),
  updated: day().optional().meta({ description: 'Day of the last change, for search engines.' }),
  meta: metaSchema.meta({ title: 'Search engines and shared links' }),
  hero: z.discriminatedUnion('type', [pageHeroSchema, sliderHeroSchema]),
  sections: z.array(sectionSchema).min(1),
});

export type PageMeta = Resolved<z.infer<typeof metaSchema>>;
export type Page = Resolved<z.infer<typeof pageSchema>>;
export type Section = Page['sections'][number];
export type SectionType = Section['type'];
export type SectionOf<Type extends SectionType> = Extract<Section, { type: Type }>;
