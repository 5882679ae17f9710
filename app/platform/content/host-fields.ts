import { z } from 'zod';
import { shortenToCharacters } from '../../shared/shorten.ts';
import { plainText } from '../html/untrusted-html.ts';

// Fields of an external content host's responses (Specification 7), parsed leniently: numbers may be strings, missing values may
// be `null`, `false` or empty, and texts may contain HTML.

export const word = z.union([z.string(), z.number()]).transform(String);
export const optionalWord = z
  .union([word, z.null(), z.literal(false)])
  .transform((value) => value || '')
  .optional();
/** Most of them are in every card of every list. */
const maxCharacters = 1000;
export const words = optionalWord.transform((value) => shortenToCharacters(plainText(value ?? ''), maxCharacters));

/** Characters that need no escaping in a URL. */
export const slug = word.pipe(
  z.string().regex(/^[\w-]{1,200}$/u, 'takes 1 to 200 letters a to z, digits, hyphens and underscores'),
);

const takesTitle = 'takes a title of 1 to 500 characters';

export const title = word.transform(plainText).pipe(z.string().min(1, takesTitle).max(500, takesTitle));
