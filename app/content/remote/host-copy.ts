import { createHash } from 'node:crypto';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { CategorySlug, Term } from '../../features/articles/article.schema.ts';
import type { HostArticle, HostCard } from '../../features/articles/host-article.server.ts';
import type { Position, PositionCategory } from '../../features/careers/position.schema.ts';
import { writeWhole } from '../../platform/files/file-store.ts';

/**
 * What a content host has said, as it was last understood. Whatever the host names is a key of a `Map`: its slugs may be
 * `constructor` or `__proto__`, which every object has.
 */
export interface MirrorState {
  origin: string;
  /** Changes with everything else here, and with the text of every article. */
  version: string;
  /** Lists that the host has never given, in this or an earlier run. */
  missing: readonly HostList[];
  topics: readonly Term[];
  industries: readonly Term[];
  positionCategories: readonly PositionCategory[];
  positions: readonly Position[];
  /** Newest first in each category. */
  lists: Readonly<Record<CategorySlug, readonly HostCard[]>>;
  /** Stored articles, by their slugs. */
  articles: ReadonlyMap<string, KeptArticle>;
  /** Slugs of the articles under a term, by its slug, where articles do not name their terms themselves. */
  members: {
    topics: ReadonlyMap<string, readonly string[]>;
    industries: ReadonlyMap<string, readonly string[]>;
  };
  /** The posts that the host relates to an article, by its slug. */
  related: ReadonlyMap<string, RelatedPosts>;
  /** Pictures by their URLs. */
  pictures: ReadonlyMap<string, HostPicture>;
}

/** The file below `pictures/`, or when it was last tried in vain. */
export type HostPicture = { file: string } | { triedAt: number };

/** The lists of a host. Each is refreshed by itself: one that is broken keeps no other from being read. */
export const hostLists = ['terms', 'positions', 'success-stories', 'insights'] as const;

export type HostList = (typeof hostLists)[number];

/** What the host said when it was asked for related posts. */
export interface RelatedPosts {
  /** In the host's order; absent where it does not offer any for the article. */
  slugs?: readonly string[] | undefined;
  /** When the host was last asked, ms since 1970. */
  askedAt: number;
}

/** Where the copy of an article is, and how old. */
export interface KeptArticle {
  category: CategorySlug;
  /** Below `articles/`. */
  file: string;
  /** When the host was last asked, ms since 1970. */
  askedAt: number;
  /** Entity tag of its response, for the life of this process: another version may read the response differently. */
  tag?: string | undefined;
}

const mapOf = <Value>(value: z.ZodType<Value>) =>
  z.array(z.tuple([z.string(), value])).transform((entries) => new Map<string, Value>(entries));

const term = z.object({ slug: z.string(), name: z.string() });
const category = z.enum(['success-stories', 'insights']);

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

/** The state on disk: maps are lists of pairs. */
const stateSchema = z.object({
  origin: z.string(),
  version: z.string(),
  missing: z.array(z.enum(hostLists)),
  topics: z.array(term),
  industries: z.array(term),
  positionCategories: z.array(term),
  positions: z.array(position),
  lists: z.object({ 'success-stories': z.array(card), insights: z.array(card) }),
  articles: mapOf(z.object({ category, file: z.string(), askedAt: z.number() })),
  members: z.object({ topics: mapOf(z.array(z.string())), industries: mapOf(z.array(z.string())) }),
  related: mapOf(z.object({ slugs: z.array(z.string()).optional(), askedAt: z.number() })),
  pictures: mapOf(z.union([z.object({ file: z.string() }), z.object({ triedAt: z.number() })])),
}) satisfies z.ZodType<MirrorState>;

/** Changes with the shape of the state: one of another shape is not read. */
const stateFile = 'state-4.json';

/** Pictures are one folder down: its name is the first part of their public paths below `/media/`. */
const pictureFolder = 'host';

const pictureEndings: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/svg+xml', 'svg'],
]);

/** What of a content host is on disk. */
export interface HostCopy {
  /** Where files of articles are. */
  readonly articlesDirectory: string;
  /** Where files of pictures are. */
  readonly picturesDirectory: string;
  /**
   * Reads what an earlier run stored; nothing where it stored nothing, or that of another host.
   * @throws when it cannot be used
   */
  readState(): Promise<MirrorState | undefined>;
  writeState(state: MirrorState): Promise<void>;
  /** @returns the name of the file */
  keepArticle(article: HostArticle): Promise<string>;
  /** @param file what `keepArticle` has returned */
  readArticle(file: string): Promise<HostArticle>;
  /**
   * @param address URL of the original picture
   * @param type its media type
   * @returns the path of the file below `picturesDirectory`; undefined for a type that is no picture's
   */
  keepPicture(address: string, bytes: Uint8Array, type: string): Promise<string | undefined>;
  /** Removes what a state does not name. Files that the state before this one may still name go with the next. */
  removeUnused(state: Pick<MirrorState, 'articles' | 'pictures'>): Promise<void>;
}

export function createHostCopy(directory: string, origin: string): HostCopy {
  const dataDirectory = dirname(directory);
  const articlesDirectory = join(directory, 'articles');
  const picturesDirectory = join(directory, 'pictures');
  return {
    articlesDirectory,
    picturesDirectory,

    async readState() {
      const text = await readFile(join(directory, stateFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const state = stateSchema.parse(JSON.parse(text));
      return state.origin === origin ? state : undefined;
    },

    async writeState(state) {
      const text = JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value));
      await writeWhole(directory, stateFile, once(Buffer.from(text)));
    },

    async keepArticle(article) {
      const text = JSON.stringify(article);
      const file = `${article.slug}.${hashOf(text)}.json`;
      await writeWhole(articlesDirectory, file, once(Buffer.from(text)), dataDirectory);
      return file;
    },

    readArticle: async (file) => JSON.parse(await readFile(join(articlesDirectory, file), 'utf8')) as HostArticle,

    async keepPicture(address, bytes, type) {
      const ending = pictureEndings.get(type);
      if (!ending) return undefined;
      const file = `${hashOf(address)}.${ending}`;
      await writeWhole(join(picturesDirectory, pictureFolder), file, once(bytes), dataDirectory);
      return `${pictureFolder}/${file}`;
    },

    async removeUnused({ articles, pictures }) {
      const keptArticles = new Set(Array.from(articles.values(), ({ file }) => file));
      const keptPictures = new Set(
        [...pictures.values()].flatMap((picture) => ('file' in picture ? [picture.file] : [])),
      );
      for (const [folder, isKept] of [
        [articlesDirectory, (name: string) => keptArticles.has(name)],
        [join(picturesDirectory, pictureFolder), (name: string) => keptPictures.has(`${pictureFolder}/${name}`)],
      ] as const) {
        const names = await readdir(folder).catch(() => []);
        for (const name of names.filter((name) => !isKept(name))) await unlink(join(folder, name)).catch(() => {});
      }
    },
  };
}

/** @returns a state under a version that changes with everything in it, and with the text of every article */
export function versioned(next: Omit<MirrorState, 'version'>): MirrorState {
  const { articles, pictures, members, related, ...others } = next;
  const files = Array.from(articles.values(), ({ file }) => file);
  const had = [...pictures].flatMap(([address, picture]) => ('file' in picture ? [address] : []));
  const filed = [[...members.topics], [...members.industries]];
  const chosen = Array.from(related, ([slug, { slugs }]) => [slug, slugs]);
  return { ...next, version: hashOf(JSON.stringify([others, filed, files.sort(), had.sort(), chosen.sort()])) };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function* once(bytes: Uint8Array) {
  yield bytes;
}
