import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { createLog } from '../log/log.ts';
import { type Card, hashOfCard } from './card.ts';
import { drawCard } from './draw-card.ts';
import { ImageStore } from './image-store.ts';
import { photograph } from './pictures.fixture.ts';

const card: Card = { title: 'Where the load really lands', company: 'Acme' };
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path d="M0 2h8v1H0z"/></svg>');

/** Share of pixels darker than the paper, below and above the middle of the lower half, where the title is. */
async function inkOf(bytes: Uint8Array): Promise<{ title: number; right: number }> {
  const share = async (left: number, top: number, width: number, height: number) => {
    const { data, info } = await sharp(bytes)
      .extract({ left, top, width, height })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data.filter((value) => value < 120).length / (info.width * info.height);
  };
  return { title: await share(0, 400, 1200, 230), right: await share(560, 20, 600, 380) };
}

describe('The picture of a shared link', () => {
  test.each([
    ['nothing', undefined],
    ['a drawing', { kind: 'drawing', url: '/d.svg', source: { bytes: drawing } }],
    ['a scene', { kind: 'scene', url: '/s.svg', source: { bytes: drawing } }],
  ] as const)('is a PNG of 1200 × 630 with its title over %s', async (_, art) => {
    const { bytes, artProblem } = await drawCard({ ...card, art });
    expect(artProblem).toBeUndefined();
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect((await inkOf(bytes)).title).toBeGreaterThan(0.03);
    expect(bytes.byteLength).toBeLessThan(120_000);
  });

  test('is a JPEG over a photograph', async () => {
    const art = { kind: 'photograph', url: '/p.jpg', source: { bytes: await photograph(1600, 1000) } } as const;
    const { bytes } = await drawCard({ ...card, art });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  test('is drawn without a picture that cannot be read, and reports the reason', async () => {
    const broken = await drawCard({
      ...card,
      art: { kind: 'drawing', url: '/d', source: { bytes: Buffer.from('x') } },
    });
    expect(broken.artProblem).toMatch(/unsupported image format/u);
    expect(Buffer.from(broken.bytes).equals(Buffer.from((await drawCard(card)).bytes))).toBe(true);
  });

  test('leaves out characters that the typeface lacks, and a title in another script', async () => {
    const draw = async (title: string) => Buffer.from((await drawCard({ ...card, title })).bytes);
    expect((await draw('Launched 🚀')).equals(await draw('Launched'))).toBe(true);
    expect((await inkOf(await draw('Запущено'))).title).toBe(0);
    expect((await inkOf(await draw('Łódź, Ærø și Żory'))).title).toBeGreaterThan(0.03);
  });

  test('breaks a word that is wider than the card', async () => {
    const { bytes } = await drawCard({
      ...card,
      title: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    });
    const edge = await sharp(bytes).extract({ left: 1190, top: 400, width: 10, height: 230 }).raw().toBuffer();
    expect(
      edge.every((value) => value > 120),
      'the right edge is empty',
    ).toBe(true);
  });

  test('has no title over the drawing, however long the title is', async () => {
    const art = { kind: 'drawing', url: '/d.svg', source: { bytes: drawing } } as const;
    const short = await inkOf((await drawCard({ ...card, title: 'A', art })).bytes);
    const long = await inkOf((await drawCard({ ...card, title: 'Ownership and expiry '.repeat(40), art })).bytes);
    expect(long.right).toBe(short.right);
  });

  test('is named by the hash of its inputs', () => {
    const art = { kind: 'drawing', url: '/d.1.svg', source: { bytes: drawing } } as const;
    const cards: Card[] = [
      card,
      { ...card, title: 'Another' },
      { ...card, company: 'Another' },
      { ...card, art },
      { ...card, art: { ...art, url: '/d.2.svg' } },
    ];
    expect(new Set(cards.map(hashOfCard)).size).toBe(cards.length);
    expect(hashOfCard({ ...card })).toBe(hashOfCard(card));
  });

  test('has another name in other colours, so that a new palette replaces stored files', async () => {
    vi.resetModules();
    vi.doMock('../../shared/palette.ts', () => ({ lightColours: { paint: '#2266ff' } }));
    onTestFinished(() => vi.doUnmock('../../shared/palette.ts'));
    const repainted = await import('./card.ts');
    expect(repainted.hashOfCard(card)).not.toBe(hashOfCard(card));
  });
});

test('Pictures of shared links are drawn once, stored, and removed when they are no longer used', async () => {
  const directory = temporaryDirectory();
  const images = new ImageStore({ directory, log: createLog({ level: 'error', clock: systemClock }) });
  onTestFinished(() => images.close());
  await images.reconcile({ variants: [], hashes: new Set(), cards: [card] });
  const [name = ''] = await readdir(directory);
  expect(name).toBe(`card-${hashOfCard(card)}.png`);
  await writeFile(join(directory, name), 'marked');
  expect(await images.card(card)).toEqual({ file: join(directory, name) });
  expect(await images.card({ ...card, title: 'Another' })).toMatchObject({ file: expect.stringContaining('card-') });
  await images.reconcile({ variants: [], hashes: new Set(), cards: [card] });
  expect(await readdir(directory)).toEqual([name]);
});

test('A picture of a shared link whose art cannot be read is not stored, and is drawn whole once it can', async () => {
  const directory = temporaryDirectory();
  const images = new ImageStore({ directory, log: createLog({ level: 'error', clock: systemClock }) });
  onTestFinished(() => images.close());
  const file = join(temporaryDirectory(), 'd.svg');
  const drawn: Card = { ...card, art: { kind: 'drawing', url: '/d.svg', source: { file } } };
  const inUse = { variants: [], hashes: new Set<string>(), cards: [drawn] };
  expect(await images.card(drawn)).toMatchObject({ type: 'image/png', immutable: false });
  await images.reconcile(inUse);
  expect(await readdir(directory)).toEqual([]);
  await writeFile(file, drawing);
  await images.reconcile(inUse);
  expect(await readdir(directory)).toEqual([`card-${hashOfCard(drawn)}.png`]);
  const stored = await readFile(join(directory, `card-${hashOfCard(drawn)}.png`));
  expect(stored.equals(Buffer.from((await drawCard(drawn)).bytes))).toBe(true);
});
