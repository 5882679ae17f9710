import { z } from 'zod';
import {
  alternativeText,
  day,
  type ImageFile,
  image,
  line,
  paragraph,
  phrase,
  shortName,
  slug,
} from '../../platform/content/fields.ts';
import { Reference, type Resolved } from '../../platform/content/reference.ts';

/** The author of an article, for cards and bylines. */
export interface Author {
  /** Id in people.yaml; a guest has none. */
  id?: string;
  name: string;
  avatar?: ImageFile;
}

/** A topic or an industry. */
export interface Term {
  slug: string;
  name: string;
}

const term = z.strictObject({ slug: shortName('data-and-ai'), name: line(40) });
const termReference = (kind: 'topic' | 'industry') => z.string().transform((text) => new Reference<Term>(kind, text));
const timestamp = () =>
  z.iso.datetime({
    offset: true,
    error: 'takes a date and time with its zone, such as 2026-10-14T09:00:00Z or 2026-10-14T09:00:00-05:00',
  });

/** The two categories and the terms that classify articles (Specification 3, Topic and industry term). */
export const taxonomySchema = z.strictObject({
  categories: z.tuple([
    z.strictObject({ slug: z.literal('success-stories'), name: line(40) }),
    z.strictObject({ slug: z.literal('insights'), name: line(40) }),
  ]),
  topics: z.array(term).min(1),
  industries: z.array(term).min(1),
});

/** Front matter of an article (Specification 3, Blog post card and Single post). The file's name is its slug. */
export const articleSchema = z
  .strictObject({
    id: z.int().positive(),
    title: phrase(120),
    excerpt: paragraph(400).meta({ description: 'One or two sentences, for cards, search engines and shared links.' }),
    topics: z.array(termReference('topic')).default([]),
    industries: z.array(termReference('industry')).default([]),
    /** A person of people.yaml by id, or a guest, such as `{ name: Jane Doe }`. */
    author: z.union([
      z.string().transform((text) => new Reference<Author>('author', text)),
      z.strictObject({ name: line(60) }).transform((guest): Author => guest),
    ]),
    date: day(),
    updated: day().optional().meta({ description: 'Day of the last change that matters to readers.' }),
    banner: image(),
    banner_alt: alternativeText('Banner description'),
    banner_caption: phrase(200).optional().meta({ description: 'Shown below the picture.' }),
    former_slugs: z.array(slug()).default([]).meta({ description: 'Earlier ends of its URL, which redirect here.' }),
    draft: z.boolean().default(false).meta({ description: 'A draft is shown nowhere.' }),
    publish_at: timestamp()
      .optional()
      .meta({ description: 'Shown from this time on. Until then it is off the site, and links to it are plain text.' }),
    unpublish_at: timestamp().optional().meta({ description: 'Shown until this time.' }),
  })
  .refine(({ date, updated }) => !updated || updated >= date, {
    path: ['updated'],
    error: 'takes a day that is not before "date"',
  })
  .refine(endsAfterItBegins, {
    path: ['unpublish_at'],
    error: 'takes a time after "publish_at"',
  });

/** Whether a time of publication is before the end of it, as far as both are given. */
export function endsAfterItBegins(times: {
  publish_at?: string | undefined;
  unpublish_at?: string | undefined;
}): boolean {
  const { publish_at, unpublish_at } = times;
  return !publish_at || !unpublish_at || Date.parse(publish_at) < Date.parse(unpublish_at);
}

export type Taxonomy = Resolved<z.infer<typeof taxonomySchema>>;
export type ArticleFrontMatter = Resolved<z.infer<typeof articleSchema>>;
/** The slug of a category: a tab of the listing. */
export type CategorySlug = Taxonomy['categories'][number]['slug'];

/** An article without its text, for lists. */
export interface ArticleSummary extends ArticleFrontMatter {
  slug: string;
  category: Taxonomy['categories'][number];
  /** Whole minutes, at least 1. */
  readTime: number;
}

export interface Article extends ArticleSummary {
  /** Sanitised HTML. */
  html: string;
}
