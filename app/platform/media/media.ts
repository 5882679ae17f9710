import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { imageSize } from 'image-size';
import { mediaPrefix } from '../../paths.ts';
import { variantUrl } from '../../shared/picture-variants.ts';
import type { ImageFile } from '../content/fields.ts';
import type { ContentProblem } from '../content/problem.ts';
import { checkOrdinaryFile, kindOf, UnreadableFileError, unreadable } from '../content/read-text.ts';
import { filesBelow } from '../files/files-below.ts';
import { maxBytes, type PictureFacts, PictureRefused, refusalOfEnding, taken } from './picture-kinds.ts';
import { cleanSvg, SvgRefused } from './svg.ts';
import {
  hashOfPicture,
  type PictureSource,
  type PictureUse,
  type PictureVariant,
  variantsFor,
  widthsFor,
} from './variants.ts';

/** A file below `content/media`. */
export interface MediaFile {
  /** Path below the media directory, with forward slashes. */
  path: string;
  /** Absolute path on disk. */
  file: string;
  /** Where the file itself would be served: the hash of its bytes is in the path, so it can be cached for ever. */
  url: string;
  /** What is served at that path; absent for a picture of pixels, of which only variants are served. */
  served?: { file: string } | { bytes: Uint8Array; type: string };
  /** Pixels; absent for what is not a picture. */
  size?: { width: number; height: number };
  /** The hash by which it was examined; absent for what is not a picture of pixels. */
  examinedAs?: string;
  /** What variants are made of; absent for what is not a picture and for what is served as it is. */
  picture?: {
    source: PictureSource;
    /** Path as URLs contain it, without extension and hash. */
    name: string;
    placeholder?: readonly string[] | undefined;
    /** A drawing that is so large that pixels are offered in every place. */
    heavy?: boolean;
  };
}

/** Every media file by its path below the media directory. */
export type MediaIndex = ReadonlyMap<string, MediaFile>;

/** Reads all of a picture of pixels. */
export type ExaminePicture = (bytes: Uint8Array, hash: string) => Promise<PictureFacts>;

const pixelPictures = new Set(['.webp', '.avif', '.png', '.jpg', '.jpeg']);

/** What is no picture and served as it is: the heroes' loops, icons in a form of their own, documents to be linked to. */
const otherFiles = new Set(['.mp4', '.webm', '.ico', '.pdf']);

/** What a computer's own file manager leaves in every folder that is looked at. */
const leftByComputers = new Set(['Thumbs.db', 'desktop.ini']);

/** What other programs ask for in exactly this form, and what the generators have made as small as it gets. */
const servedAsItIs = /^(?:heroes|icons)\//u;

/**
 * From here on a drawing is offered as pixels too, bytes as sent. Those of our generators take 1 to 9 KB, which no picture of
 * pixels comes near; what a program has traced from a photograph takes hundreds.
 */
const heavyDrawing = 40 * 1024;

const svgType = 'image/svg+xml; charset=utf-8';
const brotli = promisify(brotliCompress);

/** For programs that read content once. A server has it done in a process of its own, so that the library stays out of its memory. */
const examineHere: ExaminePicture = async (bytes) => (await import('./picture.ts')).examinePicture(bytes);

type KnownFiles = Map<string, { state: string; item: MediaFile }>;

/** Files as they were last read with each examiner: a change of one word does not read all pictures and films again. */
const knownTo = new WeakMap<ExaminePicture, KnownFiles>();

/**
 * Reads the media directory: hashes every file, examines every picture, cleans every drawing.
 * @param examine asked for each picture of pixels
 */
export async function indexMedia(
  directory: string,
  problems: ContentProblem[],
  examine: ExaminePicture = examineHere,
): Promise<MediaIndex> {
  const known: KnownFiles = knownTo.get(examine) ?? new Map();
  knownTo.set(examine, known);
  const pathBelow = (file: string) => relative(directory, file).split(sep).join('/');
  const refuse = (file: string, message: string) => problems.push({ file: `media/${pathBelow(file)}`, message });
  const entries = filesBelow(directory, {
    onOther: (file, entry) => refuse(file, `is ${kindOf(entry)}; it takes an ordinary file`),
    onUnreadable: (folder, error) => {
      const reason = unreadable(error);
      if (!(reason instanceof UnreadableFileError)) throw error;
      refuse(folder, reason.message);
    },
  });
  const files = (await Array.fromAsync(entries)).filter((file) => !leftByComputers.has(basename(file)));
  const media: MediaFile[] = [];
  // All at once: one after the other, those of an ordinary site take longer than all the rest of a reading.
  const states = await Promise.allSettled(files.map((file) => stat(file)));
  // One after the other: a folder of photographs would otherwise be in memory all at once.
  for (const [index, file] of files.entries()) {
    const path = pathBelow(file);
    try {
      const stats = settledValue(states[index]);
      checkOrdinaryFile(stats);
      // Another file may have been put in its place in the same tick of the clock.
      const state = `${stats.size} ${stats.ctimeMs} ${stats.ino}`;
      const before = known.get(file);
      const item = before?.state === state ? before.item : await readMedia(path, file, examine, before?.item);
      known.set(file, { state, item });
      media.push(item);
    } catch (error) {
      const reason = unreadable(error);
      if (!(reason instanceof PictureRefused || reason instanceof SvgRefused || reason instanceof UnreadableFileError))
        throw error;
      known.delete(file);
      refuse(file, reason.message);
    }
  }
  const here = new Set(files);
  for (const file of known.keys()) if (file.startsWith(directory + sep) && !here.has(file)) known.delete(file);
  return new Map(media.map((item) => [item.path, item]));
}

function settledValue(settled: PromiseSettledResult<Stats> | undefined): Stats {
  if (settled?.status === 'fulfilled') return settled.value;
  throw settled?.reason;
}

/**
 * The size of a picture that is served as it is, from its header: nothing is made of such pictures, and to read all of some hundred
 * posters took most of a first start.
 */
function sizeInHeader(bytes: Uint8Array): { width: number; height: number } {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    throw new PictureRefused(`is not a picture; it takes ${taken}`);
  }
}

/**
 * Reads a file by the rules of the media directory, without adding it.
 * @param path that it would have below the media directory
 * @returns why it would be refused; nothing where it would be accepted
 */
export async function reasonToRefuse(path: string, file: string): Promise<string | undefined> {
  try {
    checkOrdinaryFile(await stat(file));
    await readMedia(path, file, examineHere, undefined);
    return undefined;
  } catch (error) {
    const reason = unreadable(error);
    if (reason instanceof PictureRefused || reason instanceof SvgRefused || reason instanceof UnreadableFileError)
      return reason.message;
    throw error;
  }
}

/**
 * @param before what the file was: a release that is unpacked anew brings the same bytes in new files
 * @throws PictureRefused or SvgRefused where it cannot be taken
 */
async function readMedia(
  path: string,
  file: string,
  examine: ExaminePicture,
  before: MediaFile | undefined,
): Promise<MediaFile> {
  const extension = extname(path).toLowerCase();
  const refusal = refusalOfEnding(extension.slice(1));
  if (refusal) throw new PictureRefused(`${refusal}; it takes ${taken}`);
  const isPixels = pixelPictures.has(extension);
  const isDrawing = extension === '.svg';
  // Such as what a program writes while it works: nobody is to be served half a film.
  if (!isPixels && !isDrawing && !otherFiles.has(extension))
    throw new PictureRefused(
      `is of no kind that the site shows; it takes ${taken} pictures, MP4, WebM, ICO and PDF. Keep other files elsewhere`,
    );
  const { size } = await stat(file);
  if ((isPixels || isDrawing) && size > maxBytes)
    throw new PictureRefused(`has ${megabytes(size)} MB; a picture has at most ${megabytes(maxBytes)} MB`);
  const bytes = await readFile(file);
  if (bytes.byteLength === 0) throw new PictureRefused('is empty; copy it again');
  const name = urlName(path);
  const url = `${mediaPrefix}${name}.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}${extension}`;
  if (before?.url === url) return before;
  if (!isPixels && !isDrawing) return { path, file, url, served: { file } };
  if (servedAsItIs.test(path) && isPixels) {
    return { path, file, url, served: { file }, size: sizeInHeader(bytes) };
  }
  const hash = hashOfPicture(bytes);
  if (isDrawing) {
    const text = bytes.toString('utf8');
    const { source, width, height } = cleanSvg(text);
    return {
      path,
      file,
      url,
      served: source === text ? { file } : { bytes: Buffer.from(source), type: svgType },
      size: { width, height },
      picture: {
        source: { file, hash, width, vector: true, transparent: true },
        name,
        heavy: size > heavyDrawing && (await brotli(source)).byteLength > heavyDrawing,
      },
    };
  }
  const { width, height, transparent, placeholder } = await examine(bytes, hash);
  return {
    path,
    file,
    url,
    size: { width, height },
    examinedAs: hash,
    picture: { source: { file, hash, width, vector: false, transparent }, name, placeholder },
  };
}

/** A picture as views use it, and what has to be made for it, by path. */
export interface OfferedPicture {
  image: ImageFile;
  variants: ReadonlyMap<string, PictureVariant>;
}

/**
 * Offers a picture for one use. Pixels are offered as variants only. A drawing is one file for all sizes, and smaller than any
 * picture of its size (measured: 1 to 9 KB against 12 to 60); beside a name it is a few points across, where pixels are smaller.
 * @returns undefined for what is not a picture
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

/** The path as a URL writes it: cameras and people put spaces and capitals into names. */
const urlName = (path: string) =>
  path
    .replace(/\.[^./]*$/u, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9/]+/gu, '-');

/** Rounded up: what is over the limit by one byte reads as over it. */
const megabytes = (bytes: number) => `${Math.ceil(bytes / 104_857.6) / 10}`;
