import sharp from 'sharp';

/** The colour that the camera's picture has at its top left, as it is seen. */
export const sky = { r: 40, g: 120, b: 220 };
const ground = { r: 30, g: 90, b: 40 };

/**
 * A photograph as a phone takes it: lying on its side, with a note of how to turn it, of the place and of the device. As
 * it is seen, sky is above ground.
 * @param width pixels as it is seen
 * @param height pixels as it is seen
 */
export async function photograph(width = 900, height = 1200): Promise<Buffer> {
  const half = (background: object) =>
    sharp({ create: { width: Math.ceil(height / 2), height: width, channels: 3, background } })
      .png()
      .toBuffer();
  // Lying on its left side: what is above when it is seen is on the left of the stored picture.
  return sharp({ create: { width: height, height: width, channels: 3, background: ground } })
    .composite([{ input: await half(sky), left: 0, top: 0 }])
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Make: 'Cameraworks', Model: 'Phone 12', Artist: 'Jane Doe' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A drawing on a transparent ground. */
export function transparentPicture(width = 600, height = 400): Promise<Buffer> {
  const line = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 ${height / 2}H${width}" stroke="#0e1a1d" stroke-width="8"/></svg>`;
  return sharp(Buffer.from(line)).png().toBuffer();
}
