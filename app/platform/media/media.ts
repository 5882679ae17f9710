import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { imageSize } from 'image-size';
import { mediaPrefix } from '../../paths.ts';
import { variantUrl } from '../../shared/picture-variants.ts';
import { slugOf } from '../../shared/slug.ts';
import type { ImageFile } from '../content/fields.ts';
import type { ContentProblem } from '../content/problem.ts';
import { checkOrdinaryFile, kindOf, UnreadableFileError, unreadable } from '../content/read-text.ts';
import { fileState } from '../files/file-state.ts';
import { filesBelow } from '../files/files-below.ts';
import { acceptedFormats, maxBytes, type PictureFacts, PictureRefused, refusalOfEnding } from './picture-kinds.ts';
import { cleanSvg } from './svg.ts';
import {
  hashOfPicture,
  type PictureSource,
  type PictureUse,
  type PictureVariant,
  variantsFor,
  widthsFor,
} from './variants.ts';

/** A file of the media directory. */
export interface MediaFile {
  /** Path below the media directory, with forward slashes. */
  path: string;
  /** Absolute path on disk. */
  file: string;
  /** URL of the file itself, which contains the hash of its bytes; not that of a PDF, whose links stay when the file is replaced. */
  url: string;
  /** The content served at that URL; absent for a bitmap, of which only variants are served. */
  served?: { file: string; state?: string } | { bytes: Uint8Array; type: string };
  /** Size in pixels; absent for a file that is not a picture. */
  size?: { width: number; height: number };
  /** The hash under which its properties are cached; absent for a file that is not a bitmap. */
  examinedAs?: string;
  /** The original of the variants; absent for a file that is not a picture or is served unchanged. */
  picture?: {
    source: PictureSource;
    /** Path as it appears in URLs, without extension and hash. */
    name: string;
    placeholder?: readonly string[] | undefined;
    /** Whether the drawing is so large that bitmaps are offered everywhere. */
    heavy?: boolean;
  };
}

/** Every media file by its path below the media directory. */
export type MediaIndex = ReadonlyMap<string, MediaFile>;

export interface PictureExaminer {
  /** Returns the properties of a bitmap. @param hash its `hashOfPicture` @throws PictureRefused if it is not accepted */
  examine(bytes: Uint8Array, hash: string): Promise<PictureFacts>;
}

const pixelPictures = new Set(['.webp', '.avif', '.png', '.jpg', '.jpeg']);

/** Extensions of other files, which are served unchanged: hero loops, favicons, documents. */
const otherFiles = new Set(['.mp4', '.webm', '.ico', '.pdf']);

/** Maximum size of these, bytes. They are read into memory to name them by their bytes. Our largest loop has 0.4 MB. */
const maxOtherBytes = 100_000_000;

/** How files begin that nobody decodes here: another program's file under such a name would open nowhere. */
const signatures: ReadonlyMap<string, { kind: string; pattern: RegExp }> = new Map([
  ['.pdf', { kind: 'a PDF', pattern: /%PDF-/u }],
  ['.mp4', { kind: 'an MP4 film', pattern: /^.{4}ftyp/su }],
  ['.webm', { kind: 'a WebM film', pattern: /^.E\xdf\xa3/su }],
]);

/** Whether texts link to a file, by its URL or its path. */
export const isDocument = (path: string): boolean => /\.pdf$/iu.test(path);

/** Pictures served unchanged: other programs require the icons' formats, and the generators have already minimised the posters. */
const servedAsItIs = /^(?:heroes|icons)\//u;

/** Compressed size from which a drawing is offered as bitmaps too, bytes. Our drawings take 1 to 9 KB, traced photographs hundreds. */
const heavyDrawing = 40 * 1024;

const svgType = 'image/svg+xml; charset=utf-8';
const brotli = promisify(brotliCompress);

/** Examines pictures in this process, for programs that read content once. A server uses a child process to keep the library out of its memory. */
const examinerHere: PictureExaminer = {
  examine: async (bytes) => (await import('./picture.ts')).examinePicture(bytes),
};

type KnownFiles = Map<string, { state: string; item: MediaFile }>;

/** The files last read with each examiner, so that a change of one word does not read all pictures and films again. */
const knownFilesOf = new WeakMap<PictureExaminer, KnownFiles>();

/**
 * Reads the media directory: hashes every file, examines every picture, cleans every drawing. Files that have not changed since the
 * last reading with the same examiner are not read again.
 */
export async function indexMedia(
  directory: string,
  problems: ContentProblem[],
  examiner: PictureExaminer = examinerHere,
): Promise<MediaIndex> {
  const known = knownFilesOf.getOrInsert(examiner, new Map());
  // Programs on macOS decompose accents in names, which texts that refer to them do not.
  const pathBelow = (file: string) => relative(directory, file).split(sep).join('/').normalize('NFC');
  const refuse = (file: string, message: string) => problems.push({ file: `media/${pathBelow(file)}`, message });
  const entries = filesBelow(directory, {
    onOther: (file, entry) => refuse(file, `is ${kindOf(entry)}; it takes an ordinary file`),
    onUnreadable: (folder, error) => refuse(folder, refusalOf(error)),
  });
  const files = await Array.fromAsync(entries);
  const media: MediaFile[] = [];
  // In parallel: sequential calls take longer than the rest of reading an ordinary site.
  const found = await Promise.all(files.map((file) => stat(file).catch((error: Error) => error)));
  // Sequentially: otherwise a whole folder of photographs would be in memory at once.
  for (const [index, file] of files.entries()) {
    const path = pathBelow(file);
    try {
      const stats = found[index];
      if (!stats || stats instanceof Error) throw stats;
      checkOrdinaryFile(stats);
      const state = fileState(stats);
      const before = known.get(file);
      const item = before?.state === state ? before.item : await readMedia(path, file, stats, examiner, before?.item);
      known.set(file, { state, item });
      media.push(item);
    } catch (error) {
      const message = refusalOf(error);
      known.delete(file);
      refuse(file, message);
    }
  }
  const here = new Set(files);
  for (const file of known.keys()) if (file.startsWith(directory + sep) && !here.has(file)) known.delete(file);
  return new Map(media.map((item) => [item.path, item]));
}

/** Reads the size of a picture that is served unchanged from its header: decoding posters took most of the first start. */
function sizeInHeader(bytes: Uint8Array): { width: number; height: number } {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    throw new PictureRefused(`is not a picture; it takes ${acceptedFormats}`);
  }
}

/** Digits that distinguish the versions of a file in its URL: two more would add 80 bytes to the home page, which has 66 such URLs. */
const versionDigits = 6;

/** Checks a file by the rules of the media directory. @returns why it would be refused below `path`; undefined if it would not */
export async function reasonToRefuse(path: string, file: string): Promise<string | undefined> {
  try {
    const stats = await stat(file);
    checkOrdinaryFile(stats);
    await readMedia(path, file, stats, examinerHere, undefined);
    return undefined;
  } catch (error) {
    return refusalOf(error);
  }
}

/** @returns why a file is refused @throws any other error */
function refusalOf(error: unknown): string {
  const reason = unreadable(error);
  if (reason instanceof PictureRefused || reason instanceof UnreadableFileError) return reason.message;
  throw error;
}

/** @param before the file's previous entry, reused if the bytes are the same @throws PictureRefused if it is not accepted */
async function readMedia(
  path: string,
  file: string,
  stats: Stats,
  examiner: PictureExaminer,
  before: MediaFile | undefined,
): Promise<MediaFile> {
  const extension = extname(path).toLowerCase();
  const refusal = refusalOfEnding(extension.slice(1));
  if (refusal) throw new PictureRefused(`${refusal}; it takes ${acceptedFormats}`);
  const isPixels = pixelPictures.has(extension);
  const isDrawing = extension === '.svg';
  // Includes temporary files of other programs: no visitor should get half a film.
  if (!isPixels && !isDrawing && !otherFiles.has(extension))
    throw new PictureRefused(
      `has a format that the site does not show; it takes ${acceptedFormats} pictures, MP4, WebM, ICO and PDF. Keep other files elsewhere`,
    );
  const { size } = stats;
  const [kind, max] = isPixels || isDrawing ? ['picture', maxBytes] : ['film or a PDF', maxOtherBytes];
  if (size > max) throw new PictureRefused(`has ${megabytes(size)} MB; a ${kind} has at most ${megabytes(max)} MB`);
  const bytes = await readFile(file);
  if (bytes.byteLength === 0) throw new PictureRefused('is empty; copy it again');
  const expected = signatures.get(extension);
  if (expected && !expected.pattern.test(bytes.subarray(0, 1024).toString('latin1')))
    throw new PictureRefused(
      `is not ${expected.kind}, although it is named so; export it again from the program that made it`,
    );
  // The file may be replaced before the next reading: what it holds then is not what its URL names.
  const served = { file, state: fileState(stats) };
  if (isDocument(path)) return { path, file, url: `${mediaPrefix}${path}`, served };
  const name = urlName(path);
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, versionDigits);
  const url = `${mediaPrefix}${name}.${version}${extension}`;
  if (before?.url === url) return before.served && 'file' in before.served ? { ...before, served } : before;
  if (!isPixels && !isDrawing) return { path, file, url, served };
  if (servedAsItIs.test(path) && isPixels) {
    return { path, file, url, served, size: sizeInHeader(bytes) };
  }
  const hash = hashOfPicture(bytes);
  if (isDrawing) {
    const text = bytes.toString('utf8');
    const { source, width, height } = cleanSvg(text);
    return {
      path,
      file,
      url,
      served: source === text ? served : { bytes: Buffer.from(source), type: svgType },
      size: { width, height },
      picture: {
        source: { file, hash, width, vector: true, transparent: true },
        name,
        heavy: size > heavyDrawing && (await brotli(source)).byteLength > heavyDrawing,
      },
    };
  }
  const { width, height, transparent, placeholder } = await examiner.examine(bytes, hash);
  return {
    path,
    file,
    url,
    size: { width, height },
    examinedAs: hash,
    picture: { source: { file, hash, width, vector: false, transparent }, name, placeholder },
  };
}

/** A picture as views use it, and its variants by path. */
export interface OfferedPicture {
  image: ImageFile;
  variants: ReadonlyMap<string, PictureVariant>;
}

/**
 * Returns a picture for one use. Bitmaps are offered only as variants. A drawing is one file for all sizes and smaller than any
 * bitmap of its size (measured: 1 to 9 KB against 12 to 60), except for avatars, which are so small that bitmaps take less.
 * @returns undefined for a file that is not a picture
 */
export function offerPicture({ url, served, size, picture }: MediaFile, use: PictureUse): OfferedPicture | undefined {
  if (!size) return undefined;
  const file = { src: url, ...size };
  if (!picture || (picture.source.vector && use === 'layout' && !picture.heavy))
    return { image: file, variants: new Map() };
  const { source, name, placeholder } = picture;
  const stem = `${mediaPrefix}${name}${use === 'layout' ? '' : `-${use}`}.${source.hash}`;
  const made = variantsFor(use, source).map(
    (variant) => [variantUrl(stem, variant.width, variant.format), variant] as const,
  );
  const fallback = made.at(-1)?.[0] ?? url;
  return {
    image: {
      ...file,
      src: served ? url : fallback,
      variants: { stem, widths: widthsFor(use, source) },
      ...(source.transparent ? {} : { opaque: true }),
      ...(placeholder && use === 'layout' ? { placeholder } : {}),
    },
    variants: new Map(served ? made.slice(0, -1) : made),
  };
}

/** Returns the path in URLs, without the extension, since names from cameras and people contain spaces, capitals and umlauts. */
const urlName = (path: string) =>
  path
    .replace(/\.[^./]*$/u, '')
    .split('/')
    .map((name) => slugOf(name) || 'file')
    .join('/');

/** Rounds up, so that one byte over the limit reads as over it. */
const megabytes = (bytes: number) => `${Math.ceil(bytes / 100_000) / 10}`;
