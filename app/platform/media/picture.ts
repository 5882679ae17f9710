import sharp, { type Sharp } from 'sharp';
import { maxPixels, type PictureFacts, PictureRefused, refusalOfBytes, taken } from './picture-kinds.ts';

// Pictures are worked on in one thread, one after the other: pages go on meanwhile.
sharp.concurrency(1);
sharp.cache(false);

const formatsTaken = new Set(['jpeg', 'png', 'webp', 'heif']);

/**
 * Opens a picture for reading. What is broken in it is an error, never half a picture.
 * @param density of a drawing's pixels, per inch
 */
export function openPicture(bytes: Uint8Array, density?: number): Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels, ...(density ? { density } : {}) });
}

/**
 * Reads all of a picture once: what it is, how it is seen, that it is whole.
 * @throws PictureRefused where it cannot be taken
 */
export async function examinePicture(bytes: Uint8Array): Promise<PictureFacts> {
  const refusal = refusalOfBytes(bytes);
  if (refusal) throw new PictureRefused(refusal);
  // Without the limit: the header of a picture that is too large is still read, so that the message can name its size.
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header || !formatsTaken.has(header.format)) throw new PictureRefused(`is not a picture; it takes ${taken}`);
  const { width, height } = header.autoOrient;
  if (width * height > maxPixels) {
    const millions = (pixels: number) => `${Math.ceil(pixels / 100_000) / 10}`;
    throw new PictureRefused(
      `has ${width} × ${height} pixels, which is ${millions(width * height)} million; it takes at most ${millions(maxPixels)} million. Save it smaller: no place shows more than 2,000 pixels across`,
    );
  }
  if ((header.pages ?? 1) > 1) throw new PictureRefused('moves; save a still of it');
  try {
    const transparent = header.hasAlpha && !(await openPicture(bytes).stats()).isOpaque;
    if (transparent) return { width, height, transparent };
    return { width, height, transparent, placeholder: await placeholderOf(bytes) };
  } catch {
    throw new PictureRefused('is broken or not whole; copy it again');
  }
}

/** Twelve colours say enough of a photograph, and fit into the page. */
async function placeholderOf(bytes: Uint8Array): Promise<string[]> {
  const { data, info } = await openPicture(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .resize(4, 3, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: 12 }, (_, index) => {
    const at = index * info.channels;
    return `#${data.toString('hex', at, at + 3)}`;
  });
}
