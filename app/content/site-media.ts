import { mediaPrefix } from '../paths.ts';
import type { HeroFiles, HeroMedia, ImageFile, Logo } from '../platform/content/fields.ts';
import { type ContentProblem, type Wording, wordingOf } from '../platform/content/problem.ts';
import { readText } from '../platform/content/source.ts';
import { mediaPath } from '../platform/html/inspect-markdown.ts';
import { placePictures } from '../platform/html/text-pictures.ts';
import type { PicturesInUse } from '../platform/media/image-store.ts';
import { type MediaFile, type MediaIndex, offerPicture } from '../platform/media/media.ts';
import { PictureRefused } from '../platform/media/picture-kinds.ts';
import { buildSprite, type Drawing, readDrawing } from '../platform/media/sprite.ts';
import type { PictureUse, PictureVariant } from '../platform/media/variants.ts';
import { hashOf } from './hash.ts';
import type { ServedMedia } from './site-content.ts';

/** Path of logo sprites below `/media/`; the hash of its bytes precedes the extension of each. */
const spriteName = 'logos/sprite';

/** Matches a film, or a picture that is named like a poster. */
const heroFile = /^heroes\/.+(?:\.(?:mp4|webm)|-(?:wide|tall)(?:-dark)?\.\w+)$/iu;

const heroRule =
  'a hero has the posters <name>-wide.webp and <name>-tall.webp; its films, <name>-wide.mp4 and <name>-tall.mp4, and its dark files, with "-dark" before the ending, are both there or neither';

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
  const marks = readDrawings(
    logos.map(({ id }) => [id, media.get(`logos/${id}.svg`)]),
    problems,
  );
  const drawings = readDrawings(
    [...media.values()].map((file) => [/^drawings\/(.+)\.svg$/u.exec(file.path)?.[1], file]),
    problems,
  );
  const sprites = new Map<string, ServedMedia>();

  const heroNames = () =>
    [...media.keys()]
      .flatMap((path) => /^heroes\/(.+)-wide\.webp$/u.exec(path)?.[1] ?? [])
      .filter((name) => heroOf(media, name));

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
    problemWith(key: string): Wording | undefined {
      if (offer(key)?.image) return undefined;
      // From a file manager, a path begins above the folder.
      const meant = key
        .toLowerCase()
        .replaceAll('\\', '/')
        .replace(/^.*\bmedia\//u, '');
      const twin = [...media.keys()].find((path) => path.toLowerCase() === meant && offer(path)?.image);
      const isInOtherCase = twin?.toLowerCase() === key.toLowerCase();
      return wordingOf(
        `"${key}" does not exist`,
        twin
          ? `; write "${twin}"${isInOtherCase ? ', because upper and lower case differ' : ''}`
          : { inFile: '; takes a picture below content/media', inEditor: '' },
      );
    },
    /** Replaces the pictures in sanitised HTML by responsive ones. */
    place: (html: string): string => placePictures(html, (path) => offer(mediaPath(path))?.image),
    hero: (name: string) => heroOf(media, name),
    /** Returns warnings about files that belong to no hero, because another file of it is missing or named differently. */
    warningsAboutHeroes(): ContentProblem[] {
      const shown = JSON.stringify(heroNames().map((name) => heroOf(media, name)));
      return [...media.values()]
        .filter(({ path, url }) => heroFile.test(path) && !shown.includes(url))
        .map(({ path }) => ({ file: `media/${path}`, message: `is not shown: ${heroRule}` }));
    },
    /** Returns a complete `<svg>` element. */
    drawing(name: string): string | undefined {
      const drawing = drawings.get(name);
      return drawing && `<svg viewBox="${drawing.viewBox}"${drawing.paint} aria-hidden="true">${drawing.body}</svg>`;
    },
    /** @param sprite path of a sprite that contains the logo */
    logo: (id: string, sprite: string) => logoOf(id, logos, marks, sprite),
    /** Combines several logos into one file, which is served from then on; returns its path. */
    addSprite(ids: readonly string[]): string {
      const svg = buildSprite(new Map([...marks].filter(([id]) => ids.includes(id))));
      const url = `${mediaPrefix}${spriteName}.${hashOf([svg])}.svg`;
      sprites.set(url, { bytes: Buffer.from(svg), type: 'image/svg+xml' });
      return url;
    },
    /** The existing names, for the message about one that does not exist. */
    names: {
      heroes: heroNames(),
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
  marks: ReadonlyMap<string, Drawing>,
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

/** Reads drawings by their names. Those that are not accepted are added to `problems`. */
function readDrawings(
  files: readonly (readonly [name: string | undefined, file: MediaFile | undefined])[],
  problems: ContentProblem[],
): Map<string, Drawing> {
  const drawings = new Map<string, Drawing>();
  for (const [name, file] of files) {
    const source = name && file && readText(file.file, `media/${file.path}`, problems);
    if (!source) continue;
    try {
      drawings.set(name, readDrawing(source));
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      problems.push({ file: `media/${file.path}`, message: error.message });
    }
  }
  return drawings;
}
