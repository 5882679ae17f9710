import { openPicture } from './picture.ts';
import { type PictureVariant, portraitTile, recipe } from './variants.ts';

/** Generates a variant without the original's metadata, such as location and author. @throws if the bytes cannot be decoded */
export function makeVariant(bytes: Uint8Array, { source, use, width, format }: PictureVariant): Promise<Uint8Array> {
  // At 72 dots per inch one unit is one pixel.
  const picture = openPicture(bytes, source.vector ? (72 * width) / source.width : undefined)
    .autoOrient()
    .resize({ width })
    .toColourspace('srgb');
  if (source.transparent && use === 'avatar') picture.flatten({ background: portraitTile });
  return picture.toFormat(format === 'jpg' ? 'jpeg' : format, recipe[format]).toBuffer();
}
