import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { examinePicture } from './picture.ts';
import { refusalOfEnding } from './picture-kinds.ts';
import { photograph, transparentPicture } from './pictures.fixture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } });
const reasonOf = (bytes: Uint8Array) =>
  examinePicture(bytes).then(
    () => expect.fail('The picture was accepted'),
    (error: Error) => error.message,
  );

describe('A picture', () => {
  test('has the size of the upright picture and the colours of its parts', async () => {
    const facts = await examinePicture(await photograph());
    expect(facts).toMatchObject({ width: 900, height: 1200, transparent: false });
    expect(facts.placeholder).toHaveLength(12);
    const [red = 0, , blue = 0] =
      (facts.placeholder?.[0] ?? '').match(/\w\w/gu)?.map((hex) => Number.parseInt(hex, 16)) ?? [];
    expect(blue, 'sky is above').toBeGreaterThan(red + 100);
    expect(facts.placeholder?.[11]).not.toBe(facts.placeholder?.[0]);
  });

  test('with transparent pixels is transparent', async () => {
    expect(await examinePicture(await transparentPicture())).toEqual({ width: 600, height: 400, transparent: true });
  });

  test('with an unused alpha channel is not transparent', async () => {
    const screenshot = await plain(40, 30).ensureAlpha().png().toBuffer();
    expect(await examinePicture(screenshot)).toMatchObject({ transparent: false });
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be %s', async (format) => {
    const bytes = await plain(40, 30).toFormat(format).toBuffer();
    expect(await examinePicture(bytes)).toMatchObject({ width: 40, height: 30 });
  });

  test('of another colour space is read as well', async () => {
    const print = await plain(40, 30).toColourspace('cmyk').jpeg().toBuffer();
    expect(await examinePicture(print)).toMatchObject({ width: 40, height: 30, transparent: false });
  });

  test('of the largest size is accepted, one more row of pixels is not', async () => {
    const [largest, larger] = await Promise.all([5000, 5001].map((width) => plain(width, 4000).png().toBuffer()));
    expect(await examinePicture(largest as Buffer)).toMatchObject({ width: 5000, height: 4000 });
    expect(await reasonOf(larger as Buffer)).toBe(
      'has 5001 × 4000 pixels, which is 20.1 million; it takes at most 20 million. Save it smaller: no place shows more than 2,000 pixels across',
    );
  });

  test('that is truncated is refused', async () => {
    const bytes = await photograph();
    expect(await reasonOf(bytes.subarray(0, bytes.byteLength / 2))).toBe('is damaged or incomplete; copy it again');
  });

  test('that is animated is refused', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all(['#f00', '#00f'].map(frame));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await reasonOf(moving)).toBe('moves; save a still of it');
  });
});

describe('A file of another format is reported by its format', () => {
  const isoFile = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic${'\0'.repeat(40)}`, 'latin1');

  test.each([
    ['HEIC, called .jpg by the program that sent it', isoFile('heic'), 'is a HEIC picture'],
    ['HEIC of another phone', isoFile('mif1'), 'is a HEIC picture'],
    ['TIFF', Buffer.from('II*\0........'), 'is a TIFF picture; save it as JPEG or PNG'],
    ['BMP', Buffer.from('BM....\0\0\0\0....'), 'is a BMP picture; save it as PNG'],
    ['GIF', Buffer.from('GIF89a........'), 'is a GIF; save a still picture as PNG'],
    ['Photoshop', Buffer.from('8BPS........'), 'is a Photoshop file; export it as JPEG or PNG'],
    ['PDF', Buffer.from('%PDF-1.7 ......'), 'is a PostScript or Illustrator file; export it as SVG'],
    ['text', Buffer.from('<html>no picture</html>'), 'is not a picture; it takes JPEG, PNG, WebP, AVIF or SVG'],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toContain(reason);
  });

  test.each(['heic', 'heif', 'tif', 'tiff', 'bmp', 'gif', 'psd', 'ai', 'eps', 'dng', 'cr2', 'jxl', 'jp2'])(
    'by its extension .%s',
    (ending) => expect(refusalOfEnding(ending)).toMatch(/^is a/u),
  );

  test.each(['jpg', 'jpeg', 'png', 'webp', 'avif', 'svg', 'mp4', 'pdf', 'constructor'])('and .%s is not', (ending) => {
    expect(refusalOfEnding(ending)).toBeUndefined();
  });
});
