import { mediaPrefix } from '../paths.ts';
import type { HeroFiles, HeroMedia, ImageFile, Logo } from '../platform/content/fields.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import { readText } from '../platform/content/source.ts';
import { mediaPath } from '../platform/html/inspect-markdown.ts';
import { placePictures } from '../platform/html/text-pictures.ts';
import type { PicturesInUse } from '../platform/media/image-store.ts';
import { type MediaIndex, offerPicture } from '../platform/media/media.ts';
import { buildSprite, type Mark, readDrawing, readMarks, refusal } from '../platform/media/sprite.ts';
import type { PictureUse, PictureVariant } from '../platform/media/variants.ts';
import { hashOf } from './hash.ts';
import type { ServedMedia } from './site-content.ts';

/** Path of logo sprites below `/media/`; the hash of its bytes precedes the extension of each. */
const spriteName = 'logos/sprite';

/** A logo in `logos.yaml`. */
interface LogoEntry {
  id: string;
  name: string;
  href?: string | undefined;
}

export type SiteMedia = ReturnType<typeof createSiteMedia>;

/** The media folder as pages use it. @param portraits keys of the pictures that are also shown as avatars */
export function createSiteMedia(
  media: MediaIndex,
  { logos, portraits }: { logos: readonly LogoEntry[]; portraits: readonly string[] },
  problems: ContentProblem[],
) {
  const marks = readMarks(
    logos.flatMap(({ id }) => {
      const file = media.get(`logos/${id}.svg`);
      const source = file && readText(file.file, `media/${file.path}`, problems);
      return source === undefined ? [] : [{ id, file: `media/${file?.path}`, source }];
    }),
    problems,
  );
  const drawings = readDrawings(media, problems);
  const sprites = new Map<string, ServedMedia>();

  const offer = (key: string, use: PictureUse = 'layout') => {
    const file = media.get(key.normalize('NFC'));
    return file && offerPicture(file, use);
  };
  const variants = new Map<string, PictureVariant>([
    ...[...media.keys()].flatMap((key) => [...(offer(key)?.variants ?? [])]),
    ...portraits.flatMap((key) => [...(offer(key, 'avatar')?.variants ?? [])]),
  ]);

  return {
    /** Finds a picture by its path below the folder. */
    image: (key: string, use?: PictureUse): ImageFile | undefined => offer(key, use)?.image,
    /** Returns why there is no picture by that path, and what to write; undefined if there is one. */
    problemWith(key: string): string | undefined {
      if (offer(key)?.image) return undefined;
      // From a file manager, a path begins above the folder.
      const meant = key
        .toLowerCase()
        .replaceAll('\\', '/')
        .replace(/^.*\bmedia\//u, '');
      const twin = [...media.keys()].find((path) => path.toLowerCase() === meant && offer(path)?.image);
      const isInOtherCase = twin?.toLowerCase() === key.toLowerCase();
      return `"${key}" does not exist; ${twin ? `write "${twin}"${isInOtherCase ? ', because upper and lower case differ' : ''}` : 'takes a picture below content/media'}`;
    },
    /** Replaces the pictures in sanitised HTML by responsive ones. */
    place: (html: string): string => placePictures(html, (path) => offer(mediaPath(path))?.image),
    hero: (name: string) => heroOf(media, name),
    /** Returns a complete `<svg>` element. */
    drawing: (name: string) => drawings.get(name),
    /** @param sprite path of a sprite that contains the logo */
    logo: (id: string, sprite: string) => logoOf(id, logos, marks, sprite),
    /** Combines several logos into one file, which is served from then on; returns its path. */
    addSprite(ids: readonly string[]): string {
      const svg = buildSprite(marks, ids);
      const url = `${mediaPrefix}${spriteName}.${hashOf([svg])}.svg`;
      sprites.set(url, { bytes: Buffer.from(svg), type: 'image/svg+xml' });
      return url;
    },
    /** The existing names, for the message about one that does not exist. */
    names: {
      heroes: [...media.keys()]
        .flatMap((path) => /^heroes\/(.+)-wide\.webp$/u.exec(path)?.[1] ?? [])
        .filter((name) => heroOf(media, name)),
      drawings: [...drawings.keys()],
      logos: [...marks.keys()],
    },
    /** Returns everything below `/media/` by its path, including the sprites added so far. */
    served: () =>
      new Map<string, ServedMedia>([
        ...[...media.values()].flatMap(({ url, served }) => (served ? [[url, served] as const] : [])),
        ...[...variants].map(([address, picture]) => [address, { picture }] as const),
        ...sprites,
      ]),
    pictures: {
      variants: [...variants.values()],
      hashes: new Set([...media.values()].flatMap(({ examinedAs }) => examinedAs ?? [])),
    } satisfies PicturesInUse,
  };
}

function heroOf(media: MediaIndex, name: string): HeroMedia | undefined {
  const files = heroFilesOf(media, name, '');
  const dark = heroFilesOf(media, name, '-dark');
  const size = media.get(`heroes/${name}-wide.webp`)?.size;
  return files && size && { ...files, ...size, ...(dark ? { dark } : {}) };
}

/** @param scheme the part of the files' names after the crop */
function heroFilesOf(media: MediaIndex, name: string, scheme: '' | '-dark'): HeroFiles | undefined {
  const pathOf = (cut: string, ending: string) => `heroes/${name}-${cut}${scheme}.${ending}`;
  const url = (cut: string, ending: string) => media.get(pathOf(cut, ending))?.url;
  const posterOf = (cut: string) => {
    const file = media.get(pathOf(cut, 'webp'));
    const avif = url(cut, 'avif');
    return file && { src: file.url, ...(avif ? { avif } : {}) };
  };
  const loopOf = (cut: string) => {
    const mp4 = url(cut, 'mp4');
    const webm = url(cut, 'webm');
    return mp4 && { mp4, ...(webm ? { webm } : {}) };
  };
  const [wide, tall] = [posterOf('wide'), posterOf('tall')];
  if (!wide || !tall) return undefined;
  const loop = { wide: loopOf('wide'), tall: loopOf('tall') };
  return {
    poster: { wide, tall },
    ...(loop.wide && loop.tall ? { loop: { wide: loop.wide, tall: loop.tall } } : {}),
  };
}

function logoOf(
  id: string,
  logos: readonly LogoEntry[],
  marks: ReadonlyMap<string, Mark>,
  spriteUrl: string,
): Logo | undefined {
  const entry = logos.find((item) => item.id === id);
  const mark = marks.get(id);
  if (!entry || !mark) return undefined;
  return {
    id,
    name: entry.name,
    ...(entry.href ? { href: entry.href } : {}),
    symbol: `${spriteUrl}#${id}`,
    width: mark.width,
    height: mark.height,
  };
}

/** Reads the drawings that pages inline, so that they use the page's colours: complete `<svg>` elements by name. */
function readDrawings(media: MediaIndex, problems: ContentProblem[]): Map<string, string> {
  const drawings = new Map<string, string>();
  for (const { path, file } of media.values()) {
    const name = /^drawings\/(.+)\.svg$/u.exec(path)?.[1];
    if (!name) continue;
    const source = readText(file, `media/${path}`, problems);
    if (source === undefined) continue;
    const drawing = readDrawing(source);
    if (drawing)
      drawings.set(name, `<svg viewBox="${drawing.viewBox}"${drawing.paint} aria-hidden="true">${drawing.body}</svg>`);
    else
      problems.push({
        file: `media/${path}`,
        message: refusal,
      });
  }
  return drawings;
}
