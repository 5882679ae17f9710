import { createHash } from 'node:crypto';
import { fixedColours } from '../../shared/palette.ts';
import { type PictureFormat, pictureFormats } from '../../shared/picture-variants.ts';

/** The widths that the layout needs, in pixels. A variant is never wider than its picture. */
export const pictureWidths = {
  /** Beside an author's name: 40 CSS pixels on screens of two and three pixels each. */
  avatar: [80, 120],
  /** A card or plate on phones, on high-density phones, half a page, a page, a page on a high-density screen. */
  layout: [400, 720, 1080, 1440, 2000],
} as const;

export type PictureUse = keyof typeof pictureWidths;

/** Width of the fallback for feeds, endpoints and browsers without support for the other formats. */
const fallbackWidth = 1080;

/** The background of portraits in both schemes, drawn into avatars because they take half the bytes without transparency. */
export const portraitTile = fixedColours['portrait-ground'];

/** The original of a picture's variants. */
export interface PictureSource {
  /** Absolute path. */
  file: string;
  /** Hash of its bytes and the recipe: the first part of its variants' names. */
  hash: string;
  /** Width in pixels; for a drawing in its own units. */
  width: number;
  /** Whether it is an SVG, which is rendered at each width. */
  vector: boolean;
  transparent: boolean;
}

/** The file formats of variants; `jpg` and `png` are fallbacks. */
export type VariantFormat = PictureFormat | 'jpg' | 'png';

/** One file to generate from a picture. */
export interface PictureVariant {
  source: PictureSource;
  use: PictureUse;
  /** Pixels. */
  width: number;
  format: VariantFormat;
}

/** Encoder settings of variants. The number is part of every hash: raise it with any change, so that all paths change. */
export const recipe = {
  number: 1,
  /** A higher AVIF effort takes five times as long and saves a few percent. */
  avif: { quality: 52, effort: 2 },
  webp: { quality: 76, effort: 5 },
  jpg: { quality: 80, mozjpeg: true },
  png: { compressionLevel: 9, palette: true },
} as const;

/** Returns the hash in the names of a picture's variants. It changes with the bytes and with the recipe. */
export function hashOfPicture(bytes: Uint8Array): string {
  return createHash('sha256').update(`${recipe.number}\0`).update(bytes).digest('hex').slice(0, 12);
}

/** Returns the widths of a picture's variants for one use, ascending. The largest is its own width if the picture is small. */
export function widthsFor(use: PictureUse, source: Pick<PictureSource, 'width' | 'vector'>): number[] {
  const widths: readonly number[] = pictureWidths[use];
  const largest = source.vector ? Infinity : source.width;
  const smaller = widths.filter((width) => width < largest);
  return smaller.length < widths.length ? [...smaller, largest] : smaller;
}

/** Returns all variants of a picture for one use: each width in each format, and the fallback last. */
export function variantsFor(use: PictureUse, source: PictureSource): PictureVariant[] {
  const widths = widthsFor(use, source);
  const width = widths.findLast((candidate) => candidate <= fallbackWidth) ?? widths[0] ?? source.width;
  return [
    ...widths.flatMap((each) => pictureFormats.map((format) => ({ source, use, width: each, format }))),
    { source, use, width, format: source.transparent && use !== 'avatar' ? 'png' : 'jpg' },
  ];
}
