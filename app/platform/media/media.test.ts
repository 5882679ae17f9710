import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ContentProblem } from '../content/problem.ts';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { indexMedia, offerPicture } from './media.ts';
import { photograph, transparentPicture } from './pictures.fixture.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M0 15h40"/></svg>';

/** A media directory with these files. */
async function mediaDirectory(files: Record<string, string | Uint8Array>) {
  const directory = temporaryDirectory();
  const write = async (path: string, bytes: string | Uint8Array) => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), bytes);
  };
  for (const [path, bytes] of Object.entries(files)) await write(path, bytes);
  const problems: ContentProblem[] = [];
  return { directory, write, problems, index: () => indexMedia(directory, problems) };
}

const fileOf = async (files: Record<string, string | Uint8Array>) => {
  const { index, problems } = await mediaDirectory(files);
  const [file] = (await index()).values();
  expect(problems).toEqual([]);
  return file ?? expect.fail('The file was left out');
};

describe('A photograph', () => {
  test('is offered upright, in several widths and formats, and never as the original', async () => {
    const file = await fileOf({ 'Team Photos/IMG_0042 (Größe).JPG': await photograph(900, 1200) });
    expect(file.served).toBeUndefined();
    const { image, variants } = offerPicture(file, 'layout') ?? expect.fail('It is no picture');
    const [, stem = ''] = /^(.*)-900\.jpg$/u.exec(image.src) ?? [];
    expect(stem).toMatch(/^\/media\/team-photos\/img-0042-groesse\.[0-9a-f]{12}$/u);
    expect(image).toEqual({
      src: `${stem}-900.jpg`,
      width: 900,
      height: 1200,
      opaque: true,
      variants: { stem, widths: [400, 720, 900] },
      placeholder: expect.any(Array),
    });
    expect([...variants.keys()]).toEqual([
      ...[400, 720, 900].flatMap((width) => [`${stem}-${width}.avif`, `${stem}-${width}.webp`]),
      `${stem}-900.jpg`,
    ]);
  });

  test('is small as an avatar and has no placeholder', async () => {
    const file = await fileOf({ 'portraits/jane.jpg': await photograph() });
    const image = offerPicture(file, 'avatar')?.image;
    expect(image?.variants?.widths).toEqual([80, 120]);
    expect(image).not.toHaveProperty('placeholder');
  });
});

test('A transparent picture is not marked as opaque', async () => {
  const image = offerPicture(await fileOf({ 'plates/one.png': await transparentPicture() }), 'layout')?.image;
  expect(image).toMatchObject({ src: expect.stringMatching(/-600\.png$/u), width: 600 });
  expect(image).not.toHaveProperty('opaque');
});

describe('A drawing', () => {
  test('is one file for every size, and a bitmap as an avatar', async () => {
    const file = await fileOf({ 'portraits/jane.svg': svg });
    expect(file.served).toMatchObject({ file: file.file });
    expect(offerPicture(file, 'layout')).toEqual({
      image: { src: file.url, width: 40, height: 30 },
      variants: new Map(),
    });
    const avatar = offerPicture(file, 'avatar');
    expect(avatar?.image).toMatchObject({ src: file.url, variants: { widths: [80, 120] } });
    expect([...(avatar?.variants.keys() ?? [])].map((address) => address.replace(/\.\w{12}/u, ''))).toEqual([
      '/media/portraits/jane-avatar-80.avif',
      '/media/portraits/jane-avatar-80.webp',
      '/media/portraits/jane-avatar-120.avif',
      '/media/portraits/jane-avatar-120.webp',
    ]);
  });

  test('is served sanitised', async () => {
    const { served } = await fileOf({ 'plates/one.svg': svg.replace('<path', '<script>alert(1)</script><path') });
    expect(served && 'bytes' in served && Buffer.from(served.bytes).toString()).toBe(
      svg.replace('<path d="M0 15h40"/>', '<path d="M0 15h40"></path>'),
    );
  });

  test('traced from a photograph is offered as bitmaps too', async () => {
    const noise = Array.from(
      { length: 30_000 },
      (_, index) => `M${(index * 7919) % 4001} ${(index * 104_729) % 3001}h${index % 9}`,
    );
    const file = await fileOf({ 'plates/traced.svg': svg.replace('M0 15h40', noise.join('')) });
    expect(offerPicture(file, 'layout')?.image.variants?.widths).toEqual([400, 720, 1080, 1440, 2000]);
  });
});

test('Icons and posters are served unchanged', async () => {
  const file = await fileOf({ 'icons/icon-192.png': await transparentPicture(192, 192) });
  expect(file).toMatchObject({ served: { file: file.file }, size: { width: 192, height: 192 } });
  expect(offerPicture(file, 'layout')?.image).toEqual({ src: file.url, width: 192, height: 192 });
});

test('A name without Latin letters has a URL all the same', async () => {
  const file = await fileOf({ '图/图.png': await transparentPicture() });
  expect(offerPicture(file, 'layout')?.image.src).toMatch(/^\/media\/file\/file\.[0-9a-f]+-\d+\.png$/u);
});

test('A refused file is reported by name, and the rest is accepted', async () => {
  const { directory, index, problems } = await mediaDirectory({
    'photos/a.HEIC': 'x',
    'photos/b.tiff': 'x',
    'photos/c.jpg': 'GIF89a',
    'photos/d.png': '',
    'photos/e.jpg': (await photograph()).subarray(0, 4000),
    'photos/f.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'photos/g.jpg': '',
    'photos/h.svg': svg,
    'heroes/sea-wide.webm': '',
    'heroes/sea-wide.webm.draft': 'half a film',
    'photos/Thumbs.db': 'x',
    'photos/.DS_Store': 'x',
  });
  await truncate(join(directory, 'photos/g.jpg'), 20_000_001);
  expect([...(await index()).keys()]).toEqual(['photos/h.svg']);
  expect(problems.map(({ file, message }) => `${file} ${message}`).sort()).toEqual([
    'media/heroes/sea-wide.webm is empty; copy it again',
    'media/heroes/sea-wide.webm.draft has a format that the site does not show; it takes JPEG, PNG, WebP, AVIF or SVG pictures, MP4, WebM, ICO and PDF. Keep other files elsewhere',
    expect.stringContaining('media/photos/a.HEIC is a HEIC picture, the format of phones; export it as JPEG'),
    'media/photos/b.tiff is a TIFF picture; save it as JPEG or PNG; it takes JPEG, PNG, WebP, AVIF or SVG',
    expect.stringContaining('media/photos/c.jpg is a GIF'),
    'media/photos/d.png is empty; copy it again',
    'media/photos/e.jpg is damaged or incomplete; copy it again',
    expect.stringContaining('media/photos/f.svg has no size'),
    'media/photos/g.jpg has 20.1 MB; a picture has at most 20 MB',
  ]);
});

test('A picture of 20 MB is accepted, one byte more is not', async () => {
  const bytes = await photograph();
  // A decoder ignores bytes after the end of a photograph.
  const filled = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.byteLength)]);
  const largest = 20_000_000;
  const { index, problems } = await mediaDirectory({
    'photos/largest.jpg': filled(largest),
    'photos/larger.jpg': filled(largest + 1),
  });
  expect([...(await index()).keys()]).toEqual(['photos/largest.jpg']);
  expect(problems).toEqual([{ file: 'media/photos/larger.jpg', message: 'has 20.1 MB; a picture has at most 20 MB' }]);
});

test('A film of 100 MB is accepted; one byte more, or a PDF of gigabytes, is refused without being read', async () => {
  const { directory, index, problems } = await mediaDirectory({
    'heroes/largest-wide.webm': Buffer.from('1a45dfa3', 'hex'),
    'heroes/larger-wide.mp4': 'x',
    'report.pdf': 'x',
  });
  await truncate(join(directory, 'heroes/largest-wide.webm'), 100_000_000);
  await truncate(join(directory, 'heroes/larger-wide.mp4'), 100_000_001);
  await truncate(join(directory, 'report.pdf'), 3_000_000_000);
  expect([...(await index()).keys()]).toEqual(['heroes/largest-wide.webm']);
  expect(problems.map(({ file, message }) => `${file} ${message}`).sort()).toEqual([
    'media/heroes/larger-wide.mp4 has 100.1 MB; a film or a PDF has at most 100 MB',
    'media/report.pdf has 3000 MB; a film or a PDF has at most 100 MB',
  ]);
});

test('A picture that changes is read again, one that does not is not', async () => {
  const { index, write } = await mediaDirectory({ 'plates/one.svg': svg, 'plates/two.svg': svg });
  const before = await index();
  await write('plates/one.svg', svg.replace('40 30', '80 30'));
  const after = await index();
  expect(after.get('plates/one.svg')?.size).toEqual({ width: 80, height: 30 });
  expect(after.get('plates/two.svg')).toBe(before.get('plates/two.svg'));
});
