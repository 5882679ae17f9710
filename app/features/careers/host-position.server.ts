import { z } from 'zod';
import { slug, title, word, words } from '../../platform/content/host-fields.ts';
import { plainText, sanitizeUntrustedHtml } from '../../platform/html/untrusted-html.ts';
import { slugOf } from '../../shared/slug.ts';
import type { Position, PositionCategory } from './position.schema.ts';

// Responses of an external content host to the endpoints of Specification 7 about positions.

const category = z.object({ name: word.transform(plainText), slug });

const position = z.object({
  // Becomes part of a URL without escaping.
  job_id: word.pipe(z.string().regex(/^[\w-]{1,60}$/u)),
  post_title: title,
  experience: words,
  location: words,
  short_description: words,
  post_content: word.catch(''),
});

/** Reads a list of categories and skips invalid ones. @returns undefined when the body is not a list */
export function readPositionCategories(body: unknown): PositionCategory[] | undefined {
  return listOf(body)?.flatMap((item) => category.safeParse(item).data ?? []);
}

/** Reads a list of positions and skips invalid ones; undefined when the body is not a list. @param origin of the host */
export function readPositions(body: unknown, category: PositionCategory, origin: string): Position[] | undefined {
  return listOf(body)?.flatMap((item) => {
    const { data } = position.safeParse(item);
    if (!data) return [];
    return {
      job_id: data.job_id,
      slug: slugOf(data.post_title) || 'position',
      title: data.post_title,
      category,
      further_categories: [],
      experience: data.experience,
      location: data.location,
      short_description: data.short_description,
      remote: false,
      html: sanitizeUntrustedHtml(data.post_content, { origin, headingIds: false }),
    };
  });
}

const listOf = (body: unknown) => z.array(z.unknown()).safeParse(body).data;
