import { createHash } from 'node:crypto';
import { fixedColours } from '../../shared/palette.ts';
import { type PictureFormat, pictureFormats } from '../../shared/picture-variants.ts';

/** The widths that the layout needs, pixels: a picture is made in those that it has. */
export const pictureWidths = {
  /** Beside an author's name: 40 CSS pixels on screens of two and three pixels each. */
  avatar: [80, 120],
  /** A card or plate on phones, on phones of finer screens, half a page, a page, a page of a finer screen. */
  layout: [400, 720, 1080, 1440, 2000],
} as const;

export type PictureUse = keyof typeof pictureWidths;

/** For a browser that knows none of the formats, and for feeds and endpoints: one width that serves everywhere. */
const fallbackWidth = 1080;

/** The tile that portraits stand on, in both schemes: drawn into avatars, which are half as large without transparency. */
export const portraitTile = fixedColours['portrait-ground'];

/** The original that variants are made of. */
export interface PictureSource {
  /** Absolute path. */
  file: string;
  /** Of its bytes and the recipe: begins the names of its variants. */
  hash: string;
  /** Pixels; a drawing's own units. */
  width: number;
  /** Whether it is an SVG: drawn at each width anew. */
  vector: boolean;
  transparent: boolean;
}

export type VariantFormat = PictureFormat | 'jpg' | 'png';

/** One file to be made of a picture. */
export interface PictureVariant {
  source: PictureSource;
  use: PictureUse;
  /** Pixels. */
  width: number;
  format: VariantFormat;
}

/** How variants are made. The number is part of every hash: raise it with any change, and all paths change. */
export const recipe = {
  number: 1,
  /** AVIF beyond effort 2 takes five times as long for some hundredths of the size. */
  avif: { quality: 52, effort: 2 },
  webp: { quality: 76, effort: 5 },
  jpg: { quality: 80, mozjpeg: true },
  png: { compressionLevel: 9, palette: true },
} as const;

/** Names the variants of a picture: changes with its bytes and with the recipe. */
export function hashOfPicture(bytes: Uint8Array): string {
  return createHash('sha256').update(`${recipe.number}\0`).update(bytes).digest('hex').slice(0, 12);
}

/** The widths in which a picture is offered for one use, ascending. Its own is the largest where it is small. */
export function widthsFor(use: PictureUse, source: Pick<PictureSource, 'width' | 'vector'>): number[] {
  const widths: readonly number[] = pictureWidths[use];
  const largest = source.vector ? Infinity : source.width;
  const smaller = widths.filter((width) => width < largest);
  return smaller.length < widths.length ? [...smaller, largest] : smaller;
}

/** All that is made of a picture for one use: each width in each form, and the fallback last. */
export function variantsFor(use: PictureUse, source: PictureSource): PictureVariant[] {
  const widths = widthsFor(use, source);
  const width = widths.findLast((candidate) => candidate <= fallbackWidth) ?? widths[0] ?? source.width;
  return [
    ...widths.flatMap((each) => pictureFormats.map((format) => ({ source, use, width: each, format }))),
    { source, use, width, format: source.transparent && use !== 'avatar' ? 'png' : 'jpg' },
  ];
}
