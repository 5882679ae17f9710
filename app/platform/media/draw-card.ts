import { readFile } from 'node:fs/promises';
import type { ReactNode } from 'react';
import satori from 'satori';
import sharp, { type OverlayOptions } from 'sharp';
import { brandMark } from '../../shared/brand-mark.ts';
import { lightColours } from '../../shared/palette.ts';
import { type Card, type CardArt, cardFormat, cardSize, type DrawnCard } from './card.ts';

/** Cards always use the light scheme. */
const palette = lightColours;

/** Distance of the title and the mark from the card's edges, pixels. */
const margin = 60;

/** Maximum characters of a title; a longer one, which only a content host can have, is cut. */
const maxTitle = 160;

/** Font sizes of the title in pixels, largest first, with the maximum number of lines at each. */
const titleSizes = [
  { size: 84, lines: 2 },
  { size: 78, lines: 2 },
  { size: 72, lines: 2 },
  { size: 66, lines: 3 },
  { size: 58, lines: 3 },
  { size: 50, lines: 4 },
  { size: 42, lines: 4 },
] as const;
const titleWidth = cardSize.width - 2 * margin;

/** The box of a drawing, pixels. */
const drawingBox = { left: 582, top: 34, width: 570, height: 356 } as const;

/** Palette size of a PNG card: a quarter of the bytes of true colour, without a visible difference. */
const colours = 128;
const jpegQuality = 82;

type Style = Readonly<Record<string, string | number>>;
type Fonts = Parameters<typeof satori>[1]['fonts'];

/** Creates an element for Satori. */
const element = (type: string, props: Record<string, unknown>): ReactNode => ({ type, props }) as unknown as ReactNode;
const box = (style: Style, ...children: unknown[]) =>
  element('div', { style: { display: 'flex', ...style }, children });

let fonts: Promise<Fonts> | undefined;

/** Reads the site's typeface in the title's weight and width. The second file has the letters that the first one lacks. */
async function readFonts(): Promise<Fonts> {
  const [latin, extended] = await Promise.all([
    readFile(new URL('../../assets/archivo-card-latin.woff', import.meta.url)),
    readFile(new URL('../../assets/archivo-card-latin-ext.woff', import.meta.url)),
  ]);
  return [
    { name: 'Latin', data: latin },
    { name: 'Extended', data: extended },
  ];
}

/** Lays out elements as SVG paths, so that drawing them needs no font. */
async function setText(
  node: ReactNode,
  size: { width: number; height?: number },
  onMissing: (characters: string) => void = () => {},
): Promise<string> {
  fonts ??= readFonts();
  return satori(node, {
    ...(size as { width: number; height: number }),
    fonts: await fonts,
    loadAdditionalAsset: async (_code, characters) => {
      onMissing(characters);
      return [];
    },
  });
}

const titleStyle = (size: number): Style => ({
  fontFamily: 'Latin, Extended',
  fontSize: size,
  lineHeight: 1,
  letterSpacing: size * -0.032,
  textWrap: 'balance',
  wordBreak: 'break-word',
  width: titleWidth,
});

const companyStyle: Style = { fontFamily: 'Latin, Extended', fontSize: 34, lineHeight: 1.1, letterSpacing: -1 };

const shorten = (title: string) =>
  [...title].length > maxTitle ? `${[...title].slice(0, maxTitle - 1).join('')}…` : title;

/** Removes characters that the typeface lacks, such as emoji. @returns undefined if letters are missing, as in another script */
async function printable(text: string): Promise<string | undefined> {
  const missing = new Set<string>();
  await setText(box({ fontFamily: 'Latin, Extended' }, text), { width: cardSize.width }, (characters) =>
    missing.add(characters),
  );
  if ([...missing].some((characters) => /\p{L}/u.test(characters))) return undefined;
  const shown = [...missing].reduce((rest, characters) => rest.replaceAll(characters, ''), text);
  return shown.replace(/\s+/gu, ' ').trim();
}

/** Returns the style of the largest size at which a title fits into its lines, or else of the smallest size. */
async function fitTitle(title: string): Promise<Style> {
  let style: Style = {};
  for (const { size, lines } of titleSizes) {
    style = titleStyle(size);
    const svg = await setText(box(style, title), { width: titleWidth });
    const height = Number(/^<svg[^>]* height="([\d.]+)"/u.exec(svg)?.[1]);
    if (height <= size * lines + 1) break;
  }
  return style;
}

/** Draws mark, company and title on a transparent ground. */
async function drawText({ title, company }: Card, ink: string): Promise<Buffer> {
  const [shownTitle, shownCompany] = await Promise.all([printable(shorten(title)), printable(company)]);
  const stroke = ({ path, strokeWidth }: { path: string; strokeWidth: number }, color: string) =>
    element('path', { d: path, stroke: color, strokeWidth, fill: 'none' });
  const mark = element('svg', {
    width: 68,
    height: (68 * brandMark.height) / brandMark.width,
    viewBox: `0 0 ${brandMark.width} ${brandMark.height}`,
    children: [stroke(brandMark.towers, ink), stroke(brandMark.cable, ink), stroke(brandMark.deck, palette.paint)],
  });
  const name = shownCompany && box({ ...companyStyle, marginLeft: 18, maxWidth: 420 }, shownCompany);
  const heading =
    shownTitle && box({ ...(await fitTitle(shownTitle)), position: 'absolute', left: margin, bottom: 56 }, shownTitle);
  const layout = box(
    { width: cardSize.width, height: cardSize.height, color: ink },
    box({ position: 'absolute', left: margin + 4, top: 52, alignItems: 'center' }, mark, ...(name ? [name] : [])),
    ...(heading ? [heading] : []),
  );
  return Buffer.from(await setText(layout, cardSize));
}

/** Creates a vertical gradient that shades the picture behind the text. */
const veil = (color: string, stops: readonly (readonly [offset: number, opacity: number])[]) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}"><defs><linearGradient id="veil" x2="0" y2="1">${stops
      .map(([offset, opacity]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`)
      .join('')}</linearGradient></defs><rect width="100%" height="100%" fill="url(#veil)"/></svg>`,
  );

/** Draws the art behind the text as layers over the paper. */
async function drawArt({ kind, source }: CardArt): Promise<OverlayOptions[]> {
  const bytes = 'file' in source ? await readFile(source.file) : source.bytes;
  if (kind === 'drawing') {
    const { width, height, left, top } = drawingBox;
    const { data, info } = await sharp(bytes, { density: 144 })
      .autoOrient()
      .resize({ width, height, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    return [{ input: data, left: left + width - info.width, top: top + Math.round((height - info.height) / 2) }];
  }
  const filled = sharp(bytes)
    .autoOrient()
    .resize({ ...cardSize, fit: 'cover', position: 'top' });
  const layer = { input: await filled.png().toBuffer() };
  const shade =
    kind === 'photograph'
      ? veil(palette.ink, [
          [0, 0.62],
          [0.3, 0.12],
          [0.45, 0.2],
          [1, 0.92],
        ])
      : veil(palette.paper, [
          [0.45, 0],
          [0.75, 0.72],
          [1, 0.86],
        ]);
  return [layer, { input: shade }];
}

/** Draws a card as PNG or, with a photograph, as JPEG. If its art cannot be read, the card is drawn without it. */
export async function drawCard(card: Card): Promise<DrawnCard> {
  let art: OverlayOptions[] = [];
  let artProblem: string | undefined;
  try {
    art = card.art ? await drawArt(card.art) : [];
  } catch (error) {
    artProblem = error instanceof Error ? error.message : String(error);
  }
  const isPhotograph = cardFormat(card) === 'jpg';
  const text = await drawText(card, isPhotograph && art.length > 0 ? palette.paper : palette.ink);
  const picture = sharp({ create: { ...cardSize, channels: 3, background: palette.paper } }).composite([
    ...art,
    { input: text },
  ]);
  const bytes = await (isPhotograph
    ? picture.jpeg({ quality: jpegQuality, mozjpeg: true })
    : picture.png({ palette: true, colours, compressionLevel: 9, dither: 0 })
  ).toBuffer();
  return { bytes, artProblem };
}
