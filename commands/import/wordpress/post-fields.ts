import { excerptLength } from '../../../app/features/articles/limits.ts';
import { decodeEscapes } from '../../../app/shared/decode-escapes.ts';
import { isoDay } from '../../../app/shared/iso-time.ts';
import { shortenToCharacters } from '../../../app/shared/shorten.ts';
import { slugOf as asciiSlugOf } from '../../../app/shared/slug.ts';
import type { ExportAuthor, ExportItem } from './export-reader.ts';
import { plainText } from './post-markdown.ts';

/** The publication state of a post, derived from its status in WordPress. */
export type Publication = 'live' | 'scheduled' | 'draft' | 'skipped';

/** All other statuses, also those of plug-ins, become drafts, because such posts may not have been public. */
const publications: ReadonlyMap<string, Publication> = new Map([
  ['publish', 'live'],
  ['future', 'scheduled'],
  ['trash', 'skipped'],
  ['auto-draft', 'skipped'],
  ['inherit', 'skipped'],
]);

/** A post behind a password was never public, whatever its status. */
export function publicationOf({ status, password }: Pick<ExportItem, 'status' | 'password'>): Publication {
  const publication = publications.get(status) ?? 'draft';
  return password && publication !== 'skipped' ? 'draft' : publication;
}

/** A time, its source, and its day as WordPress shows it. */
export interface PostDate {
  at: Date;
  /** ISO date in the blog's time zone; in GMT where the export has no local time. */
  day: string;
  /** Of `at`. Reported unless it is the post's date in GMT. */
  from: 'gmt' | 'feed' | 'local' | 'modified' | 'export';
}

/** Returns the publication time of a post, by default `exportDate`. WordPress writes zeros for unknown dates. */
export function dateOf(
  item: Pick<ExportItem, 'date' | 'dateGmt' | 'modifiedGmt' | 'pubDate'>,
  exportDate: string,
): PostDate | undefined {
  const local = databaseDate(item.date);
  const candidates = [
    ['gmt', databaseDate(item.dateGmt)],
    ['feed', feedDate(item.pubDate)],
    ['local', local],
    ['modified', databaseDate(item.modifiedGmt)],
    ['export', feedDate(exportDate)],
  ] as const;
  for (const [from, at] of candidates) if (at) return { at, day: isoDay(local ?? at), from };
  return undefined;
}

function databaseDate(text: string): Date | undefined {
  const [, day, time] = /^((?!0000)\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)Z?$/u.exec(text) ?? [];
  return validDate(`${day}T${time}Z`);
}

/** Parses a feed's date (RFC 822). WordPress writes the year -0001 for unknown dates. */
function feedDate(text: string): Date | undefined {
  return /^(?:\w{3}, )?\d{1,2} \w{3} (?!0000)\d{4} /u.test(text) ? validDate(text) : undefined;
}

function validDate(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const maxSlug = 120;

/** A slug as this site writes it; empty where the text has no letter or digit that it can hold. */
export function slugOf(text: string): string {
  const slug = asciiSlugOf(decodeEscapes(text).replace(/['’]/gu, ''));
  return slug.length <= maxSlug ? slug : slug.slice(0, maxSlug).replace(/-[^-]*$/u, '');
}

/** Returns a post's slug, from its name in WordPress or its title. Where characters of other scripts are lost, its id is added. */
export function postSlug({ name, title, id }: Pick<ExportItem, 'name' | 'title' | 'id'>): string {
  const source = name ? decodeEscapes(name) : plainText(title);
  const slug = slugOf(source);
  const losesLetters = [...source.normalize('NFKD')].some(
    (letter) => /\p{L}/u.test(letter) && !/\p{Script=Latin}/u.test(letter),
  );
  if (!slug) return `post-${id}`;
  return losesLetters ? `${slug}-${id}` : slug;
}

const maxTitle = 120;
const maxExcerpt = 400;

/** A text that fits its field, and how it differs from the post's. */
interface FittedText {
  text: string;
  change?: string;
}

/** @param text of the post; its first words stand for a title that is missing */
export function titleOf(title: string, text: string): FittedText {
  const words = plainText(title);
  if (words) return fitted('title', words, maxTitle);
  return { text: shortenToCharacters(text, 60), change: 'has no title: the first words of its text stand for it' };
}

/** @param text of the post; its beginning stands for an excerpt that is missing */
export function excerptOf(excerpt: string, text: string): FittedText {
  const words = plainText(excerpt.replace(/\[[^\]]{0,200}\]/gu, ' '));
  if (words) return fitted('excerpt', words, maxExcerpt);
  return { text: shortenToCharacters(text, excerptLength), change: 'excerpt made from the text' };
}

const fitted = (field: string, words: string, max: number): FittedText =>
  words.length <= max
    ? { text: words }
    : { text: shortenToCharacters(words, max), change: `${field} shortened to ${max} characters` };

/** Finds the person for a WordPress user by display name, first and last name, or login. */
export function personOf<Person extends { id: string; name: string }>(
  creator: string,
  author: ExportAuthor | undefined,
  people: readonly Person[],
): Person | undefined {
  const names = [author?.displayName, author && `${author.firstName} ${author.lastName}`, creator]
    .map((name) => slugOf(name ?? ''))
    .filter(Boolean);
  return names.map((key) => people.find(({ id, name }) => id === key || slugOf(name) === key)).find(Boolean);
}

/** Returns the byline of a user without an entry in people.yaml. */
export function guestNameOf(creator: string, author: ExportAuthor | undefined): string {
  const name = plainText(
    author?.displayName || `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim() || creator,
  );
  // A login is often a mailbox, which must not appear on a page.
  return shortenToCharacters(name.replace(/@\S+/gu, ''), 60) || 'Guest author';
}
