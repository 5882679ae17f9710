import { createHash } from 'node:crypto';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readPositionCategories, readPositions } from './features/careers/host-position.ts';
import type { Position, PositionCategory } from './features/careers/position.schema.ts';
import type { CategorySlug, Term } from './features/insights/article.schema.ts';
import {
  HostAnswerError,
  type HostArticle,
  type HostCard,
  readArticle,
  readCards,
  readFilteredCards,
  readTerms,
} from './features/insights/host-article.ts';
import { largestPageSize } from './features/insights/limits.ts';
import type { Clock } from './platform/clock/clock.ts';
import { picturesIn } from './platform/content/outside-html.ts';
import { type HostClient, HostFailure } from './platform/content-host/host-client.ts';
import { writeWhole } from './platform/files/file-store.ts';
import type { Log } from './platform/log/log.ts';

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

interface KeptArticle {
  category: CategorySlug;
  /** Below `articles/`. */
  file: string;
  /** When the host was last asked, ms since 1970. */
  askedAt: number;
  /** Entity tag of its answer, for as long as this process lives: another may make something else of the answer. */
  tag?: string | undefined;
}

/** Keeps a copy of all that a content host has, so that no visitor ever waits for it or notices that it is down. */
export interface ContentHostMirror {
  /** Undefined until the host has answered once, in this or an earlier run of the process. */
  readonly state: MirrorState | undefined;
  /** Where files of articles are. */
  readonly articlesDirectory: string;
  /** Where files of pictures are. */
  readonly picturesDirectory: string;
  /**
   * Asks the host for what is new.
   * @param onProgress called whenever what is kept has changed and is whole
   * @throws HostFailure or HostAnswerError; what was kept before stays
   */
  refresh(onProgress: () => Promise<void>): Promise<void>;
  /** Says that a visitor reads an article: it is asked for again before those that nobody reads. */
  isRead(slug: string): void;
  /** Makes a refreshing under way fail soon, and all later ones. */
  close(): void;
}

const categories = ['success-stories', 'insights'] as const satisfies readonly CategorySlug[];
const termKinds = ['topics', 'industries'] as const;

/** The beginnings of the lists are asked for each time, all of them this often: few edits reach a card of last year. */
const wholeEvery = 20;

/**
 * Articles that are asked for again each time though their cards are as they were: those asked for longest ago. Half of them
 * are such as visitors read.
 */
const recheckedArticles = 20;

/** The same of articles with an entity tag, which cost the host next to nothing where they are as they were. */
const recheckedByTag = 200;

/** Until the first of its progress reports, articles; each later one comes after a quarter more than there were. */
const batch = 50;

/** Calls at a time. */
const concurrency = 4;

/** Cards of one category: what a host that counts wrong may at most send. */
const maxCards = 100_000;

const maxPictureBytes = 10 * 1024 * 1024;

/** Articles in a row that a host may fail to give before it counts as down. */
const maxTroubles = 5;

/** Until a picture that could not be had is tried again. */
const pictureRetryMs = 3_600_000;

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

/** @param options.directory what an earlier run has kept of the same host is taken up */
export async function openContentHostMirror(options: {
  client: HostClient;
  directory: string;
  clock: Clock;
  log: Log;
}): Promise<ContentHostMirror> {
  const { client, directory, clock, log } = options;
  const articlesDirectory = join(directory, 'articles');
  const picturesDirectory = join(directory, 'pictures');
  let state = await readState(directory, client.origin);
  let refreshes = 0;
  /** Articles in a row that the host could not give. */
  let troubles = 0;
  const read = new Set<string>();
  const now = () => clock.now().getTime();

  /** Of a list that a host does not have, nothing; other failures end the refreshing. */
  const callOrNothing = async (path: string, parameters: Record<string, string>): Promise<unknown> => {
    try {
      return (await client.call(path, parameters)).body;
    } catch (error) {
      if (error instanceof HostFailure && error.status === 404) return [];
      throw error;
    }
  };

  const readPositionLists = async () => {
    const categories = readPositionCategories(await callOrNothing('/wp-json/position/v1/cat', {}));
    if (!categories) throw new HostAnswerError('The categories of positions are no array');
    const listOf = async (category: PositionCategory) => {
      const body = await callOrNothing('/wp-json/position/v1/job_posts', { cat: category.slug });
      const positions = readPositions(body, category, client.origin);
      if (!positions) throw new HostAnswerError('A list of positions is no array');
      return positions;
    };
    const [all = [], ...byCategory] = await mapAtOnce([{ slug: '', name: '' }, ...categories], listOf);
    const filed = new Map<string, Position>();
    for (const position of byCategory.flat()) {
      const before = filed.get(position.job_id);
      const further = before && [...before.further_categories, position.category];
      filed.set(position.job_id, before && further ? { ...before, further_categories: further } : position);
    }
    const distinct = new Map([...all, ...filed.values()].map(({ job_id }) => [job_id, job_id]));
    return {
      positionCategories: categories,
      positions: [...distinct.keys()].flatMap((id) => filed.get(id) ?? all.find(({ job_id }) => job_id === id) ?? []),
    };
  };

  /** One page of a list after the other, until there is nothing new on one. */
  const readList = async (category: CategorySlug, whole: boolean): Promise<readonly HostCard[]> => {
    const known = state?.lists[category] ?? [];
    const cards = new Map<string, HostCard>();
    for (let page = 1; cards.size < maxCards; page += 1) {
      const answer = await client.call('/wp-json/post/v1/posts', { cat: category, page: String(page) });
      const list = readCards(answer.body);
      if (list.passedOver > 0) log.warn('cards of the content host passed over', { category, count: list.passedOver });
      const fresh = list.cards.filter(({ slug }) => !cards.has(slug));
      for (const card of fresh) cards.set(card.slug, card);
      const total = list.total ?? answer.total;
      const asBefore = JSON.stringify([...cards.values()]) === JSON.stringify(known.slice(0, cards.size));
      if (!whole && page === 1 && asBefore && (total === undefined || total === known.length)) return known;
      if (fresh.length === 0 || (total !== undefined && cards.size + list.passedOver >= total)) break;
    }
    return [...cards.values()];
  };

  /** The articles under each term, for a host whose articles do not name theirs. */
  const readMembers = async (kind: (typeof termKinds)[number], terms: readonly Term[]) => {
    const parameter = kind === 'topics' ? 'topic' : 'industry';
    const lists = await mapAtOnce(terms, async ({ slug }) => {
      const members = new Set<string>();
      for (let page = 1; members.size < maxCards; page += 1) {
        const { body } = await client.call('/wp-json/post/v1/filter-posts', {
          [parameter]: slug,
          page: String(page),
          per_page: String(largestPageSize),
        });
        const { cards, total } = readFilteredCards(body);
        const before = members.size;
        for (const card of cards) members.add(card.slug);
        if (members.size === before || (total !== undefined && members.size >= total)) break;
      }
      return [slug, [...members]] as const;
    });
    return Object.fromEntries(lists);
  };

  const keepArticle = async (article: HostArticle): Promise<string> => {
    const text = JSON.stringify(article);
    const file = `${article.slug}.${hashOf(text)}.json`;
    await writeWhole(articlesDirectory, file, once(Buffer.from(text)));
    return file;
  };

  /** @returns the name of the file; undefined where there is no picture that can be had */
  const keepPicture = async (address: string): Promise<string | undefined> => {
    try {
      const { bytes, type } = await client.download(address, maxPictureBytes);
      const ending = pictureEndings[type];
      if (!ending) return undefined;
      const file = `${hashOf(address)}.${ending}`;
      await writeWhole(join(picturesDirectory, pictureFolder), file, once(bytes));
      return `${pictureFolder}/${file}`;
    } catch (error) {
      if (error instanceof HostFailure && !isDown(error)) return undefined;
      throw error;
    }
  };

  const put = async (next: Omit<MirrorState, 'version'>, onProgress: () => Promise<void>) => {
    const { articles, pictures, ...rest } = next;
    const files = Object.values(articles).map(({ file }) => file);
    const had = Object.entries(pictures).flatMap(([address, picture]) => ('file' in picture ? [address] : []));
    const version = hashOf(JSON.stringify([rest, files.sort(), had.sort()]));
    const changed = version !== state?.version;
    state = { ...next, version };
    if (!changed) return;
    await writeWhole(directory, stateFile, once(Buffer.from(JSON.stringify(state))));
    await onProgress();
  };

  return {
    get state() {
      return state;
    },
    articlesDirectory,
    picturesDirectory,
    close: client.close,
    isRead: (slug) => {
      read.add(slug);
    },

    async refresh(onProgress) {
      const whole = !state || refreshes % wholeEvery === 0;
      const [topics, industries] = await mapAtOnce(['topic', 'industry'], async (cat) =>
        readTerms(await callOrNothing('/wp-json/post/v1/cat-list', { cat })),
      );
      const positions = await readPositionLists();
      const [stories = [], insights = []] = await mapAtOnce(categories, (category) => readList(category, whole));
      const lists = { 'success-stories': stories, insights };
      refreshes += 1;
      troubles = 0;

      const before = state;
      const listed = categories.flatMap((category) => lists[category].map((card) => ({ card, category })));
      const cardsBefore = new Map(
        categories.flatMap((category) =>
          (before?.lists[category] ?? []).map((card) => [card.slug, JSON.stringify(card)]),
        ),
      );
      const articles = new Map(Object.entries(before?.articles ?? {}));
      const slugs = new Set(listed.map(({ card }) => card.slug));
      for (const slug of articles.keys()) if (!slugs.has(slug)) articles.delete(slug);
      for (const slug of read) if (!slugs.has(slug)) read.delete(slug);
      const pictures = new Map(Object.entries(before?.pictures ?? {}));
      const isNew = ({ card, category }: (typeof listed)[number]) =>
        articles.get(card.slug)?.category !== category || cardsBefore.get(card.slug) !== JSON.stringify(card);
      const wanted = [
        ...listed.filter(isNew),
        ...toRecheck(
          listed.filter((item) => !isNew(item)).map((item) => ({ ...item, kept: articles.get(item.card.slug) })),
        ),
      ];
      let members = before?.members ?? { topics: {}, industries: {} };
      const current = (): Omit<MirrorState, 'version'> => ({
        origin: client.origin,
        topics: topics ?? [],
        industries: industries ?? [],
        ...positions,
        lists,
        articles: Object.fromEntries(articles),
        members,
        pictures: Object.fromEntries(pictures),
      });

      let termsAreMissing = false;
      let end = 0;
      for (let start = 0; start === 0 || start < wanted.length; start = end) {
        end = start + Math.max(batch, Math.floor(start / 4));
        await mapAtOnce(wanted.slice(start, end), async (item) => {
          const { card, category } = item;
          const kept = isNew(item) ? undefined : articles.get(card.slug);
          const answer = await readOne(card, category, kept?.tag);
          if (answer === 'unchanged' && kept) {
            articles.set(card.slug, { ...kept, askedAt: now() });
            return;
          }
          if (!answer || answer === 'unchanged') {
            articles.delete(card.slug);
            return;
          }
          const { article, tag } = answer;
          termsAreMissing ||= !article.topics || !article.industries;
          const addresses = [article.banner, article.author.avatar, ...picturesIn(article.html)];
          for (const address of addresses.filter((item) => item !== undefined)) {
            const known = pictures.get(address);
            if (known && ('file' in known || now() - known.triedAt < pictureRetryMs)) continue;
            pictures.set(address, { triedAt: now() });
            const file = await keepPicture(address);
            if (file) pictures.set(address, { file });
          }
          articles.set(card.slug, { category, file: await keepArticle(article), askedAt: now(), tag });
        });
        await put(current(), onProgress);
      }
      if (termsAreMissing && (whole || listed.some(isNew))) {
        members = {
          topics: await readMembers('topics', topics ?? []),
          industries: await readMembers('industries', industries ?? []),
        };
        await put(current(), onProgress);
      }
      if (whole) await removeUnused(current());
    },
  };

  /**
   * @param known tag of the answer that is kept
   * @returns nothing where there is no such article any more
   */
  async function readOne(
    card: HostCard,
    category: CategorySlug,
    known: string | undefined,
  ): Promise<{ article: HostArticle; tag: string | undefined } | 'unchanged' | undefined> {
    const kept = state?.articles[card.slug];
    const call = ['/wp-json/blogs/v1/post', { slug: card.slug }] as const;
    try {
      const answer = known === undefined ? await client.call(...call) : await client.callAgain(...call, known);
      troubles = 0;
      if (!answer) return 'unchanged';
      const { body, tag } = answer;
      const article = readArticle(body, card, category, client.origin);
      const date = article.date || new Date(now()).toISOString().slice(0, 10);
      return { article: { ...article, date }, tag };
    } catch (error) {
      if (error instanceof HostFailure && error.status === 404) return undefined;
      // One article may be broken for good, and must not keep the others away.
      troubles += 1;
      if (error instanceof HostFailure && (error.kind === 'unreachable' || troubles > maxTroubles)) throw error;
      if (!(error instanceof HostFailure || error instanceof HostAnswerError)) throw error;
      log.warn('article of the content host cannot be read', { slug: card.slug, error: error.message });
      if (!kept) return undefined;
      const text = await readFile(join(articlesDirectory, kept.file), 'utf8');
      return { article: JSON.parse(text) as HostArticle, tag: undefined };
    }
  }

  /** Of articles that seem to be as they were, those to make sure of. */
  function toRecheck<Item extends { card: HostCard; kept: KeptArticle | undefined }>(items: readonly Item[]): Item[] {
    const longestAgo = items.toSorted((a, b) => (a.kept?.askedAt ?? 0) - (b.kept?.askedAt ?? 0));
    const untagged = longestAgo.filter(({ kept }) => kept?.tag === undefined);
    const ofReaders = untagged.filter(({ card }) => read.has(card.slug)).slice(0, recheckedArticles / 2);
    const others = untagged.filter((item) => !ofReaders.includes(item)).slice(0, recheckedArticles - ofReaders.length);
    const tagged = longestAgo.filter(({ kept }) => kept?.tag !== undefined).slice(0, recheckedByTag);
    return [...ofReaders, ...others, ...tagged];
  }

  /** Files that the state before this one may still name go with the next refreshing of everything. */
  async function removeUnused({ articles, pictures }: Omit<MirrorState, 'version'>): Promise<void> {
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
  }
}

/** Whether it makes no sense to go on asking. */
const isDown = ({ kind, status }: HostFailure) =>
  kind === 'unreachable' || kind === 'slow' || (status !== undefined && status >= 500) || status === 429;

/** Maps with a few calls at a time; the first failure ends it, once those under way have ended. */
async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: concurrency }, lane));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}

/** What is kept of another host, or cannot be read, is as good as nothing. */
async function readState(directory: string, origin: string): Promise<MirrorState | undefined> {
  try {
    const state = JSON.parse(await readFile(join(directory, stateFile), 'utf8')) as MirrorState;
    if (state.origin !== origin) return undefined;
    const articles = Object.entries(state.articles).map(([slug, kept]) => [slug, { ...kept, tag: undefined }]);
    return { ...state, articles: Object.fromEntries(articles) };
  } catch {
    return undefined;
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function* once(bytes: Uint8Array) {
  yield bytes;
}
