import { z } from 'zod';
import {
  describeSkipped,
  readItems,
  type SkippedItem,
  term,
  title,
  urlPart,
  word,
  words,
} from '../../platform/content/host-fields.ts';
import { sanitizeUntrustedHtml } from '../../platform/html/untrusted-html.ts';
import { slugOf } from '../../shared/slug.ts';
import type { Position, PositionCategory } from './position.schema.ts';

// Responses of an external content host to the endpoints of Specification 7 about positions.

const position = z.object({
  // Becomes part of a URL without escaping.
  job_id: urlPart(60),
  post_title: title,
  experience: words,
  location: words,
  short_description: words,
  post_content: word.catch(''),
});

/** Fields that identify a position. */
const identity = ['post_title', 'job_id'];

/** Reads a list of categories and skips invalid ones. @returns undefined when the body is not a list */
export function readPositionCategories(
  body: unknown,
): { categories: PositionCategory[]; skipped: readonly SkippedItem[] } | undefined {
  const items = listOf(body);
  if (!items) return undefined;
  const { valid: categories, skipped } = readItems(items, term, ['name', 'slug']);
  return { categories, skipped };
}

/**
 * Reads a list of positions and skips invalid ones, and those with the ID of an earlier one; undefined when the body is not a list.
 * @param origin of the host
 */
export function readPositions(
  body: unknown,
  category: PositionCategory,
  origin: string,
): { positions: Position[]; skipped: readonly SkippedItem[] } | undefined {
  const items = listOf(body);
  if (!items) return undefined;
  const { valid, skipped } = readItems(items, position, identity);
  const byId = new Map<string, (typeof valid)[number]>();
  for (const data of valid) {
    // The path of a position is found in any case.
    const id = data.job_id.toLowerCase();
    if (!byId.has(id)) byId.set(id, data);
    else skipped.push(describeSkipped(data, identity, 'job_id', 'takes one that no other position has'));
  }
  const positions = Array.from(byId.values(), (data) => {
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
  return { positions, skipped };
}

const listOf = (body: unknown) => z.array(z.unknown()).safeParse(body).data;
