import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeVariant } from './make-variant.ts';
import { photograph, sky, transparentPicture } from './pictures.fixture.ts';
import { hashOfPicture, type PictureSource, variantsFor, widthsFor } from './variants.ts';

const sourceOf = (bytes: Uint8Array, facts: Partial<PictureSource> = {}): PictureSource => ({
  file: '/pictures/one',
  hash: hashOfPicture(bytes),
  width: 900,
  vector: false,
  transparent: false,
  ...facts,
});

describe('The widths of a picture', () => {
  test('are those of the layout up to its own, and its own', () => {
    expect(widthsFor('layout', { width: 4000, vector: false })).toEqual([400, 720, 1080, 1440, 2000]);
    expect(widthsFor('layout', { width: 900, vector: false })).toEqual([400, 720, 900]);
    expect(widthsFor('layout', { width: 720, vector: false })).toEqual([400, 720]);
    expect(widthsFor('avatar', { width: 60, vector: false })).toEqual([60]);
  });

  test('are all those of the layout for a drawing, whose units are not pixels', () => {
    expect(widthsFor('avatar', { width: 40, vector: true })).toEqual([80, 120]);
  });

  test('end with a fallback that every browser supports', () => {
    const variants = variantsFor('layout', sourceOf(Buffer.from('')));
    expect(variants.map(({ width, format }) => `${width}.${format}`)).toEqual([
      '400.avif',
      '400.webp',
      '720.avif',
      '720.webp',
      '900.avif',
      '900.webp',
      '900.jpg',
    ]);
    expect(variantsFor('layout', sourceOf(Buffer.from(''), { width: 3000 })).at(-1)).toMatchObject({ width: 1080 });
    expect(variantsFor('layout', sourceOf(Buffer.from(''), { transparent: true })).at(-1)?.format).toBe('png');
  });
});

describe('A variant', () => {
  test.each(['avif', 'webp', 'jpg'] as const)('in %s is upright and has no metadata', async (format) => {
    const original = await photograph();
    expect(original.toString('latin1')).toContain('Cameraworks');
    const source = sourceOf(original);
    const made = Buffer.from(await makeVariant(original, { source, use: 'layout', width: 400, format }));
    const { width, height, exif, icc, xmp, orientation } = await sharp(made).metadata();
    expect({ width, height, exif, icc, xmp, orientation }).toEqual({ width: 400, height: 533 });
    expect(made.toString('latin1')).not.toMatch(/Cameraworks|Phone 12|Jane Doe|GPS/u);
    const [r = 0, g = 0, b = 0] = await sharp(made)
      .extract({ left: 50, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(Math.hypot(r - sky.r, g - sky.g, b - sky.b)).toBeLessThan(30);
  });

  test('of a transparent picture is transparent in the layout, and opaque as an avatar', async () => {
    const original = await transparentPicture();
    const source = sourceOf(original, { width: 600, transparent: true });
    const isOpaque = async (use: 'layout' | 'avatar', width: number) =>
      (await sharp(await makeVariant(original, { source, use, width, format: 'webp' })).stats()).isOpaque;
    expect(await isOpaque('layout', 400)).toBe(false);
    expect(await isOpaque('avatar', 80)).toBe(true);
  });

  test('of a drawing is drawn at its own size', async () => {
    const original = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50"><path d="M0 0h40v50H0z"/></svg>',
    );
    const source = sourceOf(original, { width: 40, vector: true, transparent: true });
    const made = await makeVariant(original, { source, use: 'avatar', width: 120, format: 'avif' });
    expect(await sharp(made).metadata()).toMatchObject({ width: 120, height: 150 });
  });
});

test('another picture has another name', () => {
  expect(hashOfPicture(Buffer.from('a'))).toMatch(/^[0-9a-f]{12}$/u);
  expect(hashOfPicture(Buffer.from('a'))).not.toBe(hashOfPicture(Buffer.from('b')));
});
