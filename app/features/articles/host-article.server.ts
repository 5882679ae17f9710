import { z } from 'zod';
import {
  optionalWord,
  readItems,
  type SkippedItem,
  slug,
  term,
  title,
  word,
  words,
} from '../../platform/content/host-fields.ts';
import { maxTextBytes } from '../../platform/content/read-text.ts';
import { textOfHtml } from '../../platform/html/markdown.ts';
import { sanitizeUntrustedHtml } from '../../platform/html/untrusted-html.ts';
import { shortenToCharacters } from '../../shared/shorten.ts';
import type { CategorySlug, Term } from './article.schema.ts';
import { dayOf } from './host-day.ts';
import { excerptLength } from './limits.ts';

// Responses of an external content host to the endpoints of Specification 7 about articles.

const takesNumber = 'takes a whole number from 1';

const card = z.object({
  ID: z.coerce.number(takesNumber).int(takesNumber).positive(takesNumber),
  slug,
  post_title: title,
  thumbnail: optionalWord,
  short_description: words,
  read_time: optionalWord,
  author_name: words,
  author_avatar: optionalWord,
  post_date: optionalWord,
  // Beyond the fields of the specification: with it, an edit of the text changes the card.
  post_modified: optionalWord,
});

/** Number of posts in a list. `null`, `false` and an empty text, which are 0 as numbers, mean none is given. */
const total = z.coerce.number().int().positive().optional().catch(undefined);

export type HostCard = z.output<typeof card>;

const post = z.object({
  post_title: words,
  post_content: word,
  banner_image: optionalWord,
  banner_alt: words,
  author_name: words,
  author_avatar: optionalWord,
  read_time: optionalWord,
  post_date: optionalWord,
  // Beyond the fields of the specification: a host that sends these saves the requests that determine them.
  topics: z.array(term).optional().catch(undefined),
  industries: z.array(term).optional().catch(undefined),
});

/** A host's article as stored: checked, with sanitised HTML and absolute URLs of pictures. */
export interface HostArticle {
  id: number;
  slug: string;
  category: CategorySlug;
  title: string;
  excerpt: string;
  /** ISO date; empty where the host sends none, or one that can be read in several ways. */
  date: string;
  /** Whole minutes; absent where the host sends none. */
  readTime?: number;
  author: { name: string; avatar?: string };
  banner?: string;
  bannerAlt: string;
  /** Slugs; absent where the host sends none. */
  topics?: readonly string[];
  industries?: readonly string[];
  html: string;
}

/** The shape of a response does not fit its endpoint. */
export class HostResponseError extends Error {
  override readonly name = 'HostResponseError';
}

/** Reads the cards of a list and skips invalid ones. @throws HostResponseError when the body is not a list */
export function readCards(body: unknown): {
  cards: HostCard[];
  total: number | undefined;
  skipped: readonly SkippedItem[];
} {
  const items = z.array(z.unknown()).safeParse(body);
  if (!items.success) throw new HostResponseError('A list of posts is not an array');
  const { valid: cards, skipped } = readItems(items.data, card, ['post_title', 'slug', 'ID']);
  return { cards, total: z.object({ total }).safeParse(items.data[0]).data?.total, skipped };
}

/** Reads `{posts, total}`. @throws HostResponseError for any other shape */
export function readFilteredCards(body: unknown): { cards: HostCard[]; total: number | undefined } {
  const result = z.object({ posts: z.unknown(), total }).safeParse(body);
  if (!result.success) throw new HostResponseError('A filtered list of posts is not an object with posts');
  return { cards: readCards(result.data.posts).cards, total: result.data.total };
}

/** Reads terms from an array or from an object with any keys, and skips invalid ones. @throws HostResponseError for any other shape */
export function readTerms(body: unknown): { terms: Term[]; skipped: readonly SkippedItem[] } {
  const items = z
    .union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform(Object.values<unknown>)])
    .safeParse(body);
  if (!items.success) throw new HostResponseError('A list of terms is neither an array nor an object');
  const { valid: terms, skipped } = readItems(items.data, term, ['name', 'slug']);
  // For example, the object that reports a host's maintenance mode.
  if (terms.length === 0 && items.data.length > 0)
    throw new HostResponseError('A list of terms contains no valid term');
  return { terms, skipped };
}

/** Joins a card and the whole post. @param body an array with one post counts as that post @throws HostResponseError for others */
export function readArticle(body: unknown, card: HostCard, category: CategorySlug, origin: string): HostArticle {
  const { valid, skipped } = readItems([Array.isArray(body) ? body[0] : body], post, []);
  const [data] = valid;
  if (!data) throw new HostResponseError(`The post "${card.slug}" cannot be read: ${skipped[0]?.reason}`);
  const html = sanitizeUntrustedHtml(data.post_content, { origin });
  const banner = absoluteUrl(data.banner_image || card.thumbnail, origin);
  const avatar = absoluteUrl(data.author_avatar || card.author_avatar, origin);
  const minutes = Number(/\d+/u.exec(data.read_time || card.read_time || '')?.[0] ?? 0);
  const article: HostArticle = {
    id: card.ID,
    slug: card.slug,
    category,
    title: data.post_title || card.post_title,
    excerpt: card.short_description || shortenToCharacters(textOfHtml(html), excerptLength),
    date: dayOf(data.post_date || '') || dayOf(card.post_date || ''),
    ...(minutes > 0 ? { readTime: minutes } : {}),
    author: { name: data.author_name || card.author_name, ...(avatar ? { avatar } : {}) },
    ...(banner ? { banner } : {}),
    bannerAlt: data.banner_alt,
    ...(data.topics ? { topics: data.topics.map(({ slug }) => slug) } : {}),
    ...(data.industries ? { industries: data.industries.map(({ slug }) => slug) } : {}),
    html,
  };
  // Its copy is read with the limit of a content file, in bytes and with quotes escaped.
  if (Buffer.byteLength(JSON.stringify(article)) > maxTextBytes)
    throw new HostResponseError(`The stored post would have more than ${maxTextBytes} bytes`);
  return article;
}

function absoluteUrl(text: string | undefined, origin: string): string | undefined {
  const url = text ? URL.parse(text, origin) : null;
  return url && /^https?:$/u.test(url.protocol) ? url.href : undefined;
}
