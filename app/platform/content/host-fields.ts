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
export const urlPart = (maxLength: number) =>
  word.pipe(
    z
      .string()
      .regex(
        new RegExp(`^[\\w-]{1,${maxLength}}$`, 'u'),
        `takes 1 to ${maxLength} letters a to z, digits, hyphens and underscores`,
      ),
  );

export const slug = urlPart(200);

const takesTitle = 'takes a title of 1 to 500 characters';

const takesName = 'takes a name of 1 to 200 characters';

export const term = z.object({
  slug,
  name: word.transform(plainText).pipe(z.string().min(1, takesName).max(200, takesName)),
});

export const title = word.transform(plainText).pipe(z.string().min(1, takesTitle).max(500, takesTitle));

export interface SkippedItem {
  /** Its title, slug or ID, if it has one. */
  readonly name: string;
  /** The invalid field, its value, and its allowed values. */
  readonly reason: string;
  /** Distinguishes the items of a list. */
  readonly key: string;
  /** Its slug as the host sends it, if it has one. */
  readonly slug: unknown;
}

/** Characters that a message quotes from a host's response. */
const maxQuoted = 100;

/** Describes an item that is left out. @param fields that identify it, the most readable first @param takes what the field takes */
export function describeSkipped(item: unknown, fields: readonly string[], field: string, takes: string): SkippedItem {
  const values = new Map(Object.entries(item !== null && typeof item === 'object' ? item : {}));
  const identity = fields.map((name) => values.get(name));
  const name = identity.find((value) => (typeof value === 'string' && value !== '') || Number(value) > 0);
  const quoted = (JSON.stringify(values.get(field)) ?? 'missing').slice(0, maxQuoted);
  return {
    name: plainText(String(name ?? 'without a name')).slice(0, maxQuoted),
    reason: `${field} is ${quoted}; ${takes}`,
    key: JSON.stringify(identity),
    slug: values.get('slug'),
  };
}

/** Reads the items of a list one by one and skips invalid ones. @param fields that identify an item, the most readable first */
export function readItems<Value>(items: readonly unknown[], schema: z.ZodType<Value>, fields: readonly string[]) {
  const valid: Value[] = [];
  const skipped: SkippedItem[] = [];
  for (const item of items) {
    const { data, error } = schema.safeParse(item);
    const [issue] = error?.issues ?? [];
    if (!error) valid.push(data);
    else skipped.push(describeSkipped(item, fields, String(issue?.path[0] ?? 'item'), String(issue?.message)));
  }
  return { valid, skipped };
}
