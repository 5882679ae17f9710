/** Maximum size of a picture, bytes. A larger one is more than any layout needs and would use too much memory. */
export const maxBytes = 20_000_000;

/** Maximum width × height of a picture, for the same reasons. */
export const maxPixels = 20_000_000;

/** Properties of a bitmap. */
export interface PictureFacts {
  /** Pixels, after the rotation in the metadata is applied. */
  width: number;
  height: number;
  /** Whether any pixel is transparent. Such a picture is a drawing, whose lines the dark scheme may lighten. */
  transparent: boolean;
  /** Colours of a grid of 4 × 3, row by row, shown until the picture has loaded. Absent for a transparent picture. */
  placeholder?: readonly string[];
}

/** Why a picture is refused; completes a sentence that begins with the file's name. */
export class PictureRefused extends Error {}

/** The accepted formats, for messages. */
export const acceptedFormats = 'JPEG, PNG, WebP, AVIF or SVG';

/** The extensions of their files, by media type. */
export const acceptedTypes: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/svg+xml', 'svg'],
]);

/** Formats that editors use and browsers do not show, with the reason and the advice of the message. */
const foreign = {
  heic: `is a HEIC picture, the format of phones; export it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)`,
  tiff: `is a TIFF picture; save it as JPEG or PNG`,
  bmp: `is a BMP picture; save it as PNG`,
  gif: `is a GIF; save a still picture as PNG, a moving one as a hero loop`,
  psd: `is a Photoshop file; export it as JPEG or PNG`,
  eps: `is a PostScript or Illustrator file; export it as SVG`,
  raw: `is a camera's raw file; export it as JPEG`,
  jxl: `is a JPEG XL picture, which few browsers show; save it as JPEG or AVIF`,
  jp2: `is a JPEG 2000 picture; save it as JPEG`,
} as const;

type ForeignKind = keyof typeof foreign;

/** A `Map`, since a file may be called `x.constructor`. */
const kindOfEnding: ReadonlyMap<string, ForeignKind> = new Map([
  ...(Object.keys(foreign) as ForeignKind[]).map((kind) => [kind, kind] as const),
  ['heif', 'heic'],
  ['tif', 'tiff'],
  ['ai', 'eps'],
  ...['arw', 'cr2', 'cr3', 'dng', 'nef', 'orf', 'raf', 'rw2'].map((ending) => [ending, 'raw'] as const),
  ['j2k', 'jp2'],
]);

/** The message for a file whose extension names a picture format that is not accepted. */
export function refusalOfEnding(ending: string): string | undefined {
  const kind = kindOfEnding.get(ending);
  return kind && foreign[kind];
}

/** First bytes of these formats. The extension is not reliable: a phone's HEIC is often sent as `.jpg`. */
const beginnings: readonly { kind: ForeignKind; pattern: RegExp }[] = [
  { kind: 'heic', pattern: /^.{4}ftyp(?:hei[cmxs]|hev[cx]|mif1(?!.{0,24}avif)|msf1)/su },
  { kind: 'tiff', pattern: /^(?:II\*\0|MM\0\*)/su },
  { kind: 'bmp', pattern: /^BM.{4}\0{4}/su },
  { kind: 'gif', pattern: /^GIF8/su },
  { kind: 'psd', pattern: /^8BPS/su },
  { kind: 'eps', pattern: /^(?:%!PS|%PDF)/su },
  { kind: 'jxl', pattern: /^(?:\xff\n|.{4}JXL )/su },
  { kind: 'jp2', pattern: /^.{4}jP {2}/su },
];

/** The message for a file whose bytes are a picture format that is not accepted. */
export function refusalOfBytes(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 48)).toString('latin1');
  const kind = beginnings.find(({ pattern }) => pattern.test(head))?.kind;
  return kind && foreign[kind];
}
