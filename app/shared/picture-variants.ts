/** The forms that a picture is offered in, the smallest first: a browser takes the first that it knows. */
export const pictureFormats = ['avif', 'webp'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The widths that a picture is made in, and how their paths begin. */
export interface PictureVariants {
  /** `/media/<name>.<hash>`: known from the picture's bytes, before anything is made of it. */
  stem: string;
  /** Pixels, ascending. */
  widths: readonly number[];
}

/** Where a variant is served, for ever: its hash changes with the picture and with the way it is made. */
export function variantUrl(stem: string, width: number, ending: string): string {
  return `${stem}-${width}.${ending}`;
}

/** The `srcset` of one form. */
export function sourceSet({ stem, widths }: PictureVariants, format: PictureFormat): string {
  return widths.map((width) => `${variantUrl(stem, width, format)} ${width}w`).join(', ');
}
