import { z } from 'zod';
import { isOwnId } from '../../shared/own-ids.ts';
import type { PictureVariants } from '../../shared/picture-variants.ts';
import { withTypographicQuotes } from '../html/typographic-quotes.ts';
import { Reference } from './reference.ts';

/** A picture of `content/media`, with the properties that a view needs. */
export interface ImageFile {
  /** Path that contains the file's hash, cacheable forever. The fallback if the browser supports none of the variants. */
  src: string;
  /** Pixels of the upright picture, or a drawing's units; the ratio reserves the space. */
  width: number;
  height: number;
  /** The picture in other widths and formats; absent for a drawing that is one file for all sizes. */
  variants?: PictureVariants;
  /** Whether no pixel is transparent, as in a photograph: the dark scheme does not change its colours. */
  opaque?: boolean;
  /** Colours of a grid of 4 × 3, row by row, shown until the picture has loaded. */
  placeholder?: readonly string[];
}

/** Files of a hero for one colour scheme: posters in both formats, and loops if they exist. */
export interface HeroFiles {
  poster: { wide: HeroPoster; tall: HeroPoster };
  loop?: { wide: HeroLoopFiles; tall: HeroLoopFiles };
}

/** The moving picture behind a heading. The background is part of it, so that each colour scheme has its own. */
export interface HeroMedia extends HeroFiles {
  /** Pixels of the wide poster. */
  width: number;
  height: number;
  /** Absent if both schemes use the same picture. */
  dark?: HeroFiles;
}

/** URLs of a loop's first frame: WebP and, if it exists, AVIF. */
export interface HeroPoster {
  src: string;
  avif?: string;
}

/** Paths of one loop in each format: H.264 and, if it exists, AV1 for browsers without H.264. */
export type HeroLoopFiles = {
  mp4: string;
  webm?: string;
};

/** A company mark: one symbol of the sprite that the content store builds from `content/media/logos`. */
export interface Logo {
  id: string;
  name: string;
  /** Target of the mark's link; absent if it has none. */
  href?: string;
  /** URL of the symbol in the sprite. */
  symbol: string;
  width: number;
  height: number;
}

/** One line of text: not empty, no line break, no space at either end. */
export const line = (max = 160) =>
  z
    .string()
    .min(1, { error: 'must not be empty', abort: true })
    .max(max, `must have at most ${max} characters`)
    .regex(/^\S(?:[^\r\n]*\S)?$/u, 'must be one line without spaces at its ends');

/** One line of running text, whose quotes and apostrophes become typographic. Use `line` for labels that the specification spells. */
export const phrase = (max = 160) => line(max).overwrite(withTypographicQuotes);

/** A calendar day. */
export const day = () => z.iso.date({ error: 'takes a date such as 2026-10-14' });

/** Plain running text. Line breaks become spaces, quotes and apostrophes become typographic. */
export const paragraph = (max = 900) =>
  z
    .string()
    .transform((text) => withTypographicQuotes(text.replace(/\s+/gu, ' ').trim()))
    .pipe(z.string().min(1, 'must not be empty').max(max, `must have at most ${max} characters`));

/** Markdown of one entry among several, which becomes sanitised HTML without anchors. Short, since hostile Markdown takes the square of its length. */
export const markdown = (max = 5000) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .transform((text) => new Reference<string>('markdown', text));

/** A slug: lower-case letters and digits, with single hyphens in between. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;

/** `a-b-c`: the last part of a path, the name of an anchor, the key of an entry. */
export const slug = () =>
  z.string().regex(slugPattern, 'takes lower-case letters, digits and single hyphens, such as "data-and-ai"');

/** The key of an entry to which other files refer. @param use says in the editor what else it names */
export const shortName = (example: string, use = '') =>
  slug().meta({
    title: 'Short name',
    description: `Lower-case letters, digits and hyphens, such as ${example}.${use} Others refer to it: do not change it later.`,
  });

/** A path on this site: `/`, `/who-we-are`. No query, no anchor. */
export const address = () =>
  z
    .string()
    .regex(/^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/u, 'takes a path of one part in lower case, such as "/who-we-are"');

/** Characters of a URL. Soft hyphens and other invisible marks come with pasted addresses, which then lead nowhere. */
const urlCharacter = /[^\s\u00ad\u200b\u2060\ufeff]/u.source;

const linkPattern = new RegExp(`^(?:(?:https://|mailto:|tel:)${urlCharacter}+|/(?!/)${urlCharacter}*|#[\\w-]+)$`, 'u');

/** A link, checked against the pages, articles and anchors of the site; others must be `https:`, `mailto:` or `tel:`. */
export const link = () =>
  z
    .string()
    .regex(linkPattern, 'takes "/page", "/page#anchor", "#anchor", "https://…", "mailto:…" or "tel:…"')
    .transform((text) => new Reference<string>('link', text))
    .meta({ title: 'Leads to', description: 'A page such as /contact-us, an anchor such as #team, or https://…' });

/** A telephone number in display format: `+1 212 555 0148`. */
export const phone = () =>
  z.string().regex(/^\+[\d ]{8,20}$/u, 'takes an international number, such as "+1 212 555 0148"');

/** A URL on another site. */
export const externalLink = () =>
  z
    .string()
    .regex(new RegExp(`^https://${urlCharacter}+$`, 'u'), 'takes a URL that begins with "https://"')
    .meta({ title: 'Leads to', description: 'https://…' });

/** The alternative text of a picture (WCAG 1.1.1). */
export const alternativeText = (title = 'Description') =>
  phrase(200).meta({ title, description: 'What the picture shows, for people who do not see it.' });

/** A picture, by its path below `content/media`: `plates/arch.svg`. The editor adds a leading slash. */
export const image = () => z.string().transform((text) => new Reference<ImageFile>('image', text.replace(/^\//u, '')));

/** A drawing, by its name below `content/media/drawings`: inlined in the page, so that it uses the page's colours. */
export const drawing = () => z.string().transform((text) => new Reference<string>('drawing', text));

/** The moving picture of a hero, by the common name of its files in `content/media/heroes`. */
export const heroMedia = () =>
  z
    .string()
    .transform((text) => new Reference<HeroMedia>('hero', text))
    .meta({ title: 'Moving picture' });

/** A company mark, by its id in `content/logos.yaml`. */
export const logo = () =>
  z
    .string()
    .transform((text) => new Reference<Logo>('logo', text))
    .meta({ title: 'Logo', description: 'From Company, Logos.' });

/** A button: its label and the target of its link. */
export const action = () => z.strictObject({ label: line(60), to: link() });

/** The anchor of a section, without the `#`: `ourteam`. */
export const anchor = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/u, 'takes lower-case letters, digits and hyphens, such as "ourteam"')
    .refine((id) => !isOwnId(id), 'takes a name that the page does not use yet')
    .meta({ description: 'For links to this section: ourteam is reached by #ourteam.' });

/** The anchor of an entry in a list, such as `#regiq`: its slug. */
export const entryAnchor = () =>
  slug()
    .refine((id) => !isOwnId(id), 'takes a name that the page does not use yet')
    .meta({
      title: 'Short name',
      description:
        'Lower-case letters, digits and hyphens. Links lead to it: regiq is reached by #regiq. Do not change it later.',
    });
