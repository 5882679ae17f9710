import { createHash } from 'node:crypto';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position, PositionCategory } from '../features/careers/position.schema.ts';
import type { CategorySlug, Term } from '../features/insights/article.schema.ts';
import type { HostArticle, HostCard } from '../features/insights/host-article.ts';
import { writeWhole } from '../platform/files/file-store.ts';

/** What a content host has said, as it was last understood. Written to disk as it is. */
export interface MirrorState {
  origin: string;
  /** Changes with everything else here, and with the text of every article. */
  version: string;
  topics: readonly Term[];
  industries: readonly Term[];
  positionCategories: readonly PositionCategory[];
  positions: readonly Position[];
  /** Newest first in each category. */
  lists: Readonly<Record<CategorySlug, readonly HostCard[]>>;
  /** Articles that are kept, by their slugs. */
  articles: Readonly<Record<string, KeptArticle>>;
  /** Slugs of the articles under a term, where articles do not name their terms themselves. */
  members: {
    topics: Readonly<Record<string, readonly string[]>>;
    industries: Readonly<Record<string, readonly string[]>>;
  };
  /** Pictures by their addresses: the file below `pictures/`, or when it was last tried in vain. */
  pictures: Readonly<Record<string, { file: string } | { triedAt: number }>>;
}

/** Where the copy of an article is, and how old. */
export interface KeptArticle {
  category: CategorySlug;
  /** Below `articles/`. */
  file: string;
  /** When the host was last asked, ms since 1970. */
  askedAt: number;
  /** Entity tag of its answer, for as long as this process lives: another may make something else of the answer. */
  tag?: string | undefined;
}

/** Changes with the shape of the state: one of another shape is not read. */
const stateFile = 'state-2.json';

/** Pictures lie one folder down: it is the first part of their public addresses below `/media/`. */
const pictureFolder = 'host';

const pictureEndings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/** What of a content host is on disk. */
export interface HostCopy {
  /** Where files of articles are. */
  readonly articlesDirectory: string;
  /** Where files of pictures are. */
  readonly picturesDirectory: string;
  /** What an earlier run has kept: of another host, or where it cannot be read, it is as good as nothing. */
  readState(): Promise<MirrorState | undefined>;
  writeState(state: MirrorState): Promise<void>;
  /** @returns the name of the file */
  keepArticle(article: HostArticle): Promise<string>;
  /** @param file what `keepArticle` has returned */
  readArticle(file: string): Promise<HostArticle>;
  /**
   * @param address where the picture is from
   * @param type its media type
   * @returns the path of the file below `picturesDirectory`; undefined for a type that is no picture's
   */
  keepPicture(address: string, bytes: Uint8Array, type: string): Promise<string | undefined>;
  /** Removes what a state does not name. Files that the state before this one may still name go with the next. */
  removeUnused(state: Pick<MirrorState, 'articles' | 'pictures'>): Promise<void>;
}

export function createHostCopy(directory: string, origin: string): HostCopy {
  const articlesDirectory = join(directory, 'articles');
  const picturesDirectory = join(directory, 'pictures');
  return {
    articlesDirectory,
    picturesDirectory,

    async readState() {
      try {
        const state = JSON.parse(await readFile(join(directory, stateFile), 'utf8')) as MirrorState;
        if (state.origin !== origin) return undefined;
        const articles = Object.entries(state.articles).map(([slug, kept]) => [slug, { ...kept, tag: undefined }]);
        return { ...state, articles: Object.fromEntries(articles) };
      } catch {
        return undefined;
      }
    },

    writeState: (state) => writeWhole(directory, stateFile, once(Buffer.from(JSON.stringify(state)))),

    async keepArticle(article) {
      const text = JSON.stringify(article);
      const file = `${article.slug}.${hashOf(text)}.json`;
      await writeWhole(articlesDirectory, file, once(Buffer.from(text)));
      return file;
    },

    readArticle: async (file) => JSON.parse(await readFile(join(articlesDirectory, file), 'utf8')) as HostArticle,

    async keepPicture(address, bytes, type) {
      const ending = pictureEndings[type];
      if (!ending) return undefined;
      const file = `${hashOf(address)}.${ending}`;
      await writeWhole(join(picturesDirectory, pictureFolder), file, once(bytes));
      return `${pictureFolder}/${file}`;
    },

    async removeUnused({ articles, pictures }) {
      const keptArticles = new Set(Object.values(articles).map(({ file }) => file));
      const keptPictures = new Set(
        Object.values(pictures).flatMap((picture) => ('file' in picture ? [picture.file] : [])),
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
  const { articles, pictures, ...rest } = next;
  const files = Object.values(articles).map(({ file }) => file);
  const had = Object.entries(pictures).flatMap(([address, picture]) => ('file' in picture ? [address] : []));
  return { ...next, version: hashOf(JSON.stringify([rest, files.sort(), had.sort()])) };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function* once(bytes: Uint8Array) {
  yield bytes;
}
