import sharp, { type Sharp } from 'sharp';
import { acceptedFormats, maxPixels, type PictureFacts, PictureRefused, refusalOfBytes } from './picture-kinds.ts';

// One thread works on one picture at a time, so that pages can be served meanwhile.
sharp.concurrency(1);
sharp.cache(false);

const decodedFormats = new Set(['jpeg', 'png', 'webp', 'heif']);

/** Opens a picture for reading; a damaged one is an error. @param density pixels per inch at which a drawing is rendered */
export function openPicture(bytes: Uint8Array, density?: number): Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels, ...(density ? { density } : {}) });
}

/** Decodes a picture completely and determines its properties. @throws PictureRefused if it is not accepted */
export async function examinePicture(bytes: Uint8Array): Promise<PictureFacts> {
  const refusal = refusalOfBytes(bytes);
  if (refusal) throw new PictureRefused(refusal);
  // Without the limit, so that the message can state the size of a picture that is too large.
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header || !decodedFormats.has(header.format))
    throw new PictureRefused(`is not a picture; it takes ${acceptedFormats}`);
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
    throw new PictureRefused('is damaged or incomplete; copy it again');
  }
}

/** Returns twelve colours, enough to hint at a photograph and few enough to include in the page. */
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
