import { readdir, readFile, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { HostArticle, HostCard } from '../../features/articles/host-article.server.ts';
import type { Position } from '../../features/careers/position.schema.ts';
import { ignoreMissing, writeWhole } from '../../platform/files/file-store.ts';
import { acceptedTypes } from '../../platform/media/picture-kinds.ts';
import { hashOf } from '../hash.ts';

/** The lists of a host. They are refreshed separately, so that a broken one does not affect the others. */
export const hostLists = ['terms', 'positions', 'success-stories', 'insights'] as const;

export type HostList = (typeof hostLists)[number];

const mapOf = <Value>(value: z.ZodType<Value>) =>
  z.array(z.tuple([z.string(), value])).transform((entries) => new Map<string, Value>(entries));

const term = z.object({ slug: z.string(), name: z.string() });

const card = z.object({
  ID: z.number(),
  slug: z.string(),
  post_title: z.string(),
  thumbnail: z.string().optional(),
  short_description: z.string(),
  read_time: z.string().optional(),
  author_name: z.string(),
  author_avatar: z.string().optional(),
  post_date: z.string().optional(),
}) satisfies z.ZodType<HostCard>;

const position = z.object({
  job_id: z.string(),
  slug: z.string(),
  title: z.string(),
  category: term,
  further_categories: z.array(term),
  experience: z.string(),
  location: z.string(),
  short_description: z.string(),
  remote: z.boolean(),
  html: z.string(),
}) satisfies z.ZodType<Position>;

const slugs = z.array(z.string()).readonly();

/** A picture's file below `pictures/`, or the time of its last failed download, ms since 1970. */
const picture = z.union([z.object({ file: z.string() }), z.object({ triedAt: z.number() })]);
export type HostPicture = z.infer<typeof picture>;

const relatedPosts = z.object({
  /** Slugs in the host's order; absent if it offers none for the article. */
  slugs: slugs.optional(),
  /** Time of the last request, ms since 1970. */
  askedAt: z.number(),
});
export type RelatedPosts = z.infer<typeof relatedPosts>;

const storedArticle = z.object({
  category: z.enum(['success-stories', 'insights']),
  /** File name below `articles/`. */
  file: z.string(),
  /** Time of the last request, ms since 1970. */
  askedAt: z.number(),
  /** Day of its first response, which is its date if the host names none. */
  arrived: z.string().optional(),
  /** URLs of its pictures; unknown in a state of an earlier version of this program. */
  pictures: z.array(z.string()).readonly().optional(),
});

export interface StoredArticle extends z.infer<typeof storedArticle> {
  /** Entity tag of its response. Not read again, since another version of this program may read the response differently. */
  tag?: string | undefined;
  /** Whether the article does not name its terms. Not read again, like the tag. */
  lacksTerms?: boolean;
}

/** The last valid data of a content host. Names from the host are keys of a `Map`: a slug may be `constructor` or `__proto__`. */
const stateSchema = z.object({
  origin: z.string(),
  /** Changes with every other property, and with the text of every article. */
  version: z.string(),
  /** Lists that the host has never returned, in this or an earlier run, or whose articles have not all been requested. */
  missing: z.array(z.enum(hostLists)),
  topics: z.array(term).readonly(),
  industries: z.array(term).readonly(),
  positionCategories: z.array(term).readonly(),
  positions: z.array(position).readonly(),
  /** Newest first in each category. */
  lists: z.object({ 'success-stories': z.array(card).readonly(), insights: z.array(card).readonly() }),
  articles: mapOf<StoredArticle>(storedArticle),
  /** Slugs of the articles under a term, by the term's slug, for hosts whose articles do not name their terms. */
  members: z.object({ topics: mapOf(slugs), industries: mapOf(slugs) }),
  /** The host's related posts of an article, by its slug. */
  related: mapOf(relatedPosts),
  /** Pictures by their URLs. */
  pictures: mapOf(picture),
});
export type MirrorState = z.infer<typeof stateSchema>;

/** Name of the state's file. Raise its number with any change of the schema, so that an old state is not read. */
const stateFile = 'state-4.json';

/** Folder of the pictures: the first part of their public paths below `/media/`. */
const pictureFolder = 'host';

export type HostCopy = ReturnType<typeof createHostCopy>;

/** Space that the copy leaves on its disk, bytes: ten large resumes. */
const reservedBytes = 100 * 1024 ** 2;

/** The copy of a content host on disk. @param reserved bytes that it leaves free there */
export function createHostCopy(directory: string, origin: string, reserved = reservedBytes) {
  const dataDirectory = dirname(directory);
  const articlesDirectory = join(directory, 'articles');
  const picturesDirectory = join(directory, 'pictures');
  /** @throws if the disk has no more space than is reserved */
  const write = async (folder: string, file: string, bytes: Uint8Array) => {
    const { bavail, bsize } = await statfs(dataDirectory);
    if (bavail * bsize < reserved)
      throw new Error(
        `the disk of ${dataDirectory} has less than ${reserved / 1024 ** 2} MB left, which submissions need`,
      );
    await writeWhole(folder, file, [bytes], dataDirectory);
  };
  return {
    articlesDirectory,
    picturesDirectory,

    /** Reads the state of an earlier run; undefined if there is none, or if it is that of another host. @throws if it is invalid */
    async readState(): Promise<MirrorState | undefined> {
      const text = await readFile(join(directory, stateFile), 'utf8').catch(ignoreMissing);
      if (text === undefined) return undefined;
      const state = stateSchema.parse(JSON.parse(text));
      return state.origin === origin ? state : undefined;
    },

    async writeState(state: MirrorState): Promise<void> {
      const text = JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value));
      await writeWhole(directory, stateFile, [Buffer.from(text)]);
    },

    /** @returns the name of the file */
    async storeArticle(article: HostArticle): Promise<string> {
      const text = JSON.stringify(article);
      const file = `${article.slug}.${hashOf([text])}.json`;
      await write(articlesDirectory, file, Buffer.from(text));
      return file;
    },

    /** @returns the path of the picture at a URL, below `picturesDirectory`; undefined if the media type is not that of a picture */
    async storePicture(url: string, bytes: Uint8Array, type: string): Promise<string | undefined> {
      const extension = acceptedTypes.get(type);
      if (!extension) return undefined;
      const file = `${hashOf([url])}.${extension}`;
      await write(join(picturesDirectory, pictureFolder), file, bytes);
      return `${pictureFolder}/${file}`;
    },

    async removeUnused({ articles, pictures }: Pick<MirrorState, 'articles' | 'pictures'>): Promise<void> {
      const usedArticles = new Set(Array.from(articles.values(), ({ file }) => file));
      const usedPictures = new Set(
        [...pictures.values()].flatMap((picture) => ('file' in picture ? [picture.file] : [])),
      );
      for (const [folder, isUsed] of [
        [articlesDirectory, (name: string) => usedArticles.has(name)],
        [join(picturesDirectory, pictureFolder), (name: string) => usedPictures.has(`${pictureFolder}/${name}`)],
      ] as const) {
        const names = await readdir(folder).catch(() => []);
        for (const name of names.filter((name) => !isUsed(name))) await unlink(join(folder, name)).catch(() => {});
      }
    },
  };
}

/** Returns a state with its version, which changes with everything in it and with the text of every article. */
export function versioned(next: Omit<MirrorState, 'version'>): MirrorState {
  const { articles, pictures, members, related, ...others } = next;
  const files = Array.from(articles.values(), ({ file }) => file);
  const had = [...pictures].flatMap(([url, picture]) => ('file' in picture ? [url] : []));
  const filed = [[...members.topics], [...members.industries]];
  const chosen = Array.from(related, ([slug, { slugs }]) => [slug, slugs]);
  return { ...next, version: hashOf([JSON.stringify([others, filed, files.sort(), had.sort(), chosen.sort()])]) };
}
