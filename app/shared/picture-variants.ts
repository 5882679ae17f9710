/** The formats of a picture, smallest first: a browser uses the first one that it supports. */
export const pictureFormats = ['avif', 'webp'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The widths of a picture's variants, and the beginning of their paths. */
export interface PictureVariants {
  /** `/media/<name>.<hash>`: derived from the picture's bytes, so that it is known before any variant exists. */
  stem: string;
  /** Pixels, ascending. */
  widths: readonly number[];
}

/** Returns the URL of a variant, cacheable forever: its hash changes with the picture and with the encoder settings. */
export function variantUrl(stem: string, width: number, extension: string): string {
  return `${stem}-${width}.${extension}`;
}

/** Returns the `srcset` of one format. */
export function sourceSet({ stem, widths }: PictureVariants, format: PictureFormat): string {
  return widths.map((width) => `${variantUrl(stem, width, format)} ${width}w`).join(', ');
}
