import { openPicture } from './picture.ts';
import { type PictureVariant, portraitTile, recipe } from './variants.ts';

/**
 * Makes a variant. Nothing of what a camera or a program noted in the original is in it: no place, no device, no name.
 * @param bytes of the original
 * @throws what is wrong with the original
 */
export function makeVariant(bytes: Uint8Array, { source, use, width, format }: PictureVariant): Promise<Uint8Array> {
  // 72 dots an inch draw one unit as one pixel.
  const picture = openPicture(bytes, source.vector ? (72 * width) / source.width : undefined)
    .autoOrient()
    .resize({ width })
    .toColourspace('srgb');
  if (source.transparent && use === 'avatar') picture.flatten({ background: portraitTile });
  switch (format) {
    case 'avif':
      return picture.avif(recipe.avif).toBuffer();
    case 'webp':
      return picture.webp(recipe.webp).toBuffer();
    case 'jpg':
      return picture.jpeg(recipe.jpg).toBuffer();
    case 'png':
      return picture.png(recipe.png).toBuffer();
  }
}
