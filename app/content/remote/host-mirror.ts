import type { CategorySlug } from '../../features/articles/article.schema.ts';
import {
  type HostArticle,
  type HostCard,
  HostResponseError,
  readArticle,
} from '../../features/articles/host-article.server.ts';
import { api } from '../../paths.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { picturesIn } from '../../platform/html/text-pictures.ts';
import type { Log } from '../../platform/log/log.ts';
import { isoDay } from '../../shared/iso-time.ts';
import { createFaultLog } from './fault-log.ts';
import { type HostClient, HostFailure } from './host-client.ts';
import {
  createHostCopy,
  type HostList,
  type HostPicture,
  hostLists,
  type KeptArticle,
  type MirrorState,
  type RelatedPosts,
  versioned,
} from './host-copy.ts';
import { createHostLists, mapAtOnce } from './host-lists.ts';

/** Keeps a copy of all that a content host has, so that no visitor ever waits for it or notices that it is down. */
export interface ContentHostMirror {
  /** Undefined until the host has responded once, in this or an earlier run of the process. */
  readonly state: MirrorState | undefined;
  /** Where files of articles are. */
  readonly articlesDirectory: string;
  /** Where files of pictures are. */
  readonly picturesDirectory: string;
  /**
   * Asks the host for what is new. A list that cannot be had stays as it was, and the others are read on.
   * @param accept makes content of the next state, and puts it in force; the state is stored only where that succeeds
   * @throws HostFailure or HostResponseError when something could not be had, or what `accept` throws
   */
  refresh(accept: (next: MirrorState) => Promise<void>): Promise<void>;
  /** Forgets a stored copy of which no content can be made: the next refresh requests all of it. */
  discard(): void;
  /** Reports that a visitor reads an article: it is refreshed before those that nobody reads. */
  isRead(slug: string): void;
  /** Makes a refreshing under way fail soon, and all later ones. */
  close(): void;
}

const categories = ['success-stories', 'insights'] as const satisfies readonly CategorySlug[];

/** Each refresh requests the beginnings of the lists, and the whole lists this often: few edits reach a card of last year. */
const wholeEvery = 20;

/**
 * Articles that each refresh requests again although their cards have not changed: those requested longest ago. Half of them
 * are such as visitors read.
 */
const recheckedArticles = 20;

/** The same of articles with an entity tag, which cost the host next to nothing where they are as they were. */
const recheckedByTag = 200;

/** Until the first of its progress reports, articles; each later one comes after a quarter more than there were. */
const batch = 50;

/** Articles whose related posts each refresh requests again: those requested longest ago. */
const recheckedRelated = 20;

/** Articles in a row without related posts after which a host that gave none before counts as one that does not offer them. */
const maxUnrelated = 3;

/** Articles in a row that a host may fail to give before it counts as down. */
const maxTroubles = 5;

/** Until a picture that could not be had is tried again. */
const pictureRetryMs = 3_600_000;

const maxPictureBytes = 10 * 1024 * 1024;

/** @param options.directory where an earlier run stored its copy of the same host, from which this one starts */
export async function openContentHostMirror(options: {
  client: HostClient;
  directory: string;
  clock: Clock;
  log: Log;
}): Promise<ContentHostMirror> {
  const { client, directory, clock, log } = options;
  const copy = createHostCopy(directory, client.origin);
  const faults = createFaultLog(log);
  const ask = createHostLists(client, faults);
  let state = await copy.readState().catch((error: unknown) => {
    log.warn('stored copy of the content host discarded: it cannot be read', { error });
    return undefined;
  });
  let refreshes = 0;
  /** Articles in a row that the host could not give. */
  let troubles = 0;
  const read = new Set<string>();
  /** Whether every refresh requests related posts, or few. */
  let offersRelated = true;
  const now = () => clock.now().getTime();

  /** @returns the path of the file; undefined where there is no picture that can be had */
  const keepPicture = async (address: string): Promise<string | undefined> => {
    try {
      const { bytes, type } = await client.download(address, maxPictureBytes);
      return await copy.keepPicture(address, bytes, type);
    } catch (error) {
      if (error instanceof HostFailure && !isDown(error)) return undefined;
      throw error;
    }
  };

  /** @param pictures the stored pictures, to which those of the given URLs are added */
  const keepPictures = async (addresses: readonly string[], pictures: Map<string, HostPicture>) => {
    for (const address of addresses) {
      const known = pictures.get(address);
      if (known && ('file' in known || now() - known.triedAt < pictureRetryMs)) continue;
      pictures.set(address, { triedAt: now() });
      const file = await keepPicture(address);
      if (file) pictures.set(address, { file });
    }
  };

  const put = async (candidate: Omit<MirrorState, 'version'>, accept: (next: MirrorState) => Promise<void>) => {
    const next = versioned(candidate);
    if (next.version !== state?.version) {
      // Content is made of it first: what was stored and then fails would fail at every start.
      await accept(next);
      await copy.writeState(next);
    }
    state = next;
  };

  return {
    get state() {
      return state;
    },
    articlesDirectory: copy.articlesDirectory,
    picturesDirectory: copy.picturesDirectory,
    close: client.close,
    discard: () => {
      state = undefined;
    },
    isRead: (slug) => {
      read.add(slug);
    },

    async refresh(accept) {
      faults.begin();
      const before = state;
      const whole = !before || refreshes % wholeEvery === 0;
      const failures = new Map<HostList, unknown>();
      const orBefore = async <Answer>(list: HostList, asking: Promise<Answer>, kept: Answer): Promise<Answer> =>
        asking.catch((error: unknown) => {
          failures.set(list, error);
          return kept;
        });
      const { topics, industries } = await orBefore('terms', ask.terms(), {
        topics: before?.topics ?? [],
        industries: before?.industries ?? [],
      });
      const positions = await orBefore('positions', ask.positions(), {
        positionCategories: before?.positionCategories ?? [],
        positions: before?.positions ?? [],
      });
      const [stories = [], insights = []] = await mapAtOnce(categories, (category) => {
        const known = before?.lists[category] ?? [];
        return orBefore(category, ask.cards(category, known, whole), known);
      });
      const [failure] = failures.values();
      if (failures.size === hostLists.length) throw failure;
      const lists = { 'success-stories': stories, insights };
      const missing = [...failures.keys()].filter((list) => !before || before.missing.includes(list));
      refreshes += 1;
      troubles = 0;

      const listed = categories.flatMap((category) => lists[category].map((card) => ({ card, category })));
      const cardsBefore = new Map(
        categories.flatMap((category) =>
          (before?.lists[category] ?? []).map((card) => [card.slug, JSON.stringify(card)]),
        ),
      );
      const articles = new Map(before?.articles);
      const slugs = new Set(listed.map(({ card }) => card.slug));
      for (const slug of articles.keys()) if (!slugs.has(slug)) articles.delete(slug);
      for (const slug of read) if (!slugs.has(slug)) read.delete(slug);
      const pictures = new Map(before?.pictures);
      await keepPictures(
        positions.positions.flatMap(({ html }) => picturesIn(html)),
        pictures,
      );
      const related = new Map(before?.related);
      for (const slug of related.keys()) if (!slugs.has(slug)) related.delete(slug);
      const isNew = ({ card, category }: (typeof listed)[number]) =>
        articles.get(card.slug)?.category !== category || cardsBefore.get(card.slug) !== JSON.stringify(card);
      const wanted = [
        ...listed.filter(isNew),
        ...toRecheck(
          listed.filter((item) => !isNew(item)).map((item) => ({ ...item, kept: articles.get(item.card.slug) })),
        ),
      ];
      let members: MirrorState['members'] = before?.members ?? { topics: new Map(), industries: new Map() };
      const current = (): Omit<MirrorState, 'version'> => ({
        origin: client.origin,
        missing,
        topics,
        industries,
        ...positions,
        lists,
        articles: new Map(articles),
        members,
        related: new Map(related),
        pictures: new Map(pictures),
      });

      let termsAreMissing = false;
      let end = 0;
      for (let start = 0; start === 0 || start < wanted.length; start = end) {
        end = start + Math.max(batch, Math.floor(start / 4));
        await mapAtOnce(wanted.slice(start, end), async (item) => {
          const { card, category } = item;
          const kept = isNew(item) ? undefined : articles.get(card.slug);
          const response = await readOne(card, category, kept?.tag);
          if (response === 'unchanged' && kept) {
            articles.set(card.slug, { ...kept, askedAt: now() });
            return;
          }
          if (!response || response === 'unchanged') {
            articles.delete(card.slug);
            return;
          }
          const { article, tag } = response;
          termsAreMissing ||= !article.topics || !article.industries;
          const addresses = [article.banner, article.author.avatar, ...picturesIn(article.html)];
          await keepPictures(
            addresses.filter((item) => item !== undefined),
            pictures,
          );
          articles.set(card.slug, { category, file: await copy.keepArticle(article), askedAt: now(), tag });
        });
        await put(current(), accept);
      }
      if (termsAreMissing && (whole || listed.some(isNew))) {
        members = {
          topics: await ask.members('topic', topics),
          industries: await ask.members('industry', industries),
        };
        await put(current(), accept);
      }
      let relatedFailure: unknown;
      if (offersRelated || whole) {
        const changed = new Set(listed.filter(isNew).map(({ card }) => card.slug));
        relatedFailure = await readRelated([...articles.keys()], changed, related);
        await put(current(), accept);
      }
      if (whole) await copy.removeUnused(current());
      if (failure !== undefined) throw failure;
      if (relatedFailure !== undefined) throw relatedFailure;
    },
  };

  /**
   * Asks for related posts: of articles that are new or have changed, and again of those that were asked for longest ago.
   * @param related the cached lists, which are updated in place; after a failure they stay as they were
   * @returns why the host cannot be asked any further now
   */
  async function readRelated(
    slugs: readonly string[],
    changed: ReadonlySet<string>,
    related: Map<string, RelatedPosts>,
  ): Promise<unknown> {
    const isDue = (slug: string) => changed.has(slug) || !related.has(slug);
    const leastRecent = slugs
      .filter((slug) => !isDue(slug))
      .sort((a, b) => (related.get(a)?.askedAt ?? 0) - (related.get(b)?.askedAt ?? 0));
    const wanted = [...slugs.filter(isDue), ...leastRecent.slice(0, recheckedRelated)];
    let areKnown = [...related.values()].some((posts) => posts.slugs);
    let without = 0;
    let failed = 0;
    offersRelated = true;
    try {
      await mapAtOnce(wanted, async (slug) => {
        if (!offersRelated) return;
        try {
          const found = await ask.related(slug);
          related.set(slug, { slugs: found, askedAt: now() });
          failed = 0;
          without = found ? 0 : without + 1;
          areKnown ||= found !== undefined;
          if (!areKnown && without >= maxUnrelated) offersRelated = false;
        } catch (error) {
          // Those of one article may be broken for good, and must not keep the others away.
          failed += 1;
          const isOne =
            error instanceof HostResponseError || (error instanceof HostFailure && error.kind !== 'unreachable');
          if (!isOne || failed > maxTroubles) throw error;
          faults.report('related posts of the content host cannot be read', { slug, reason: error.message });
          related.set(slug, { slugs: related.get(slug)?.slugs, askedAt: now() });
        }
      });
    } catch (error) {
      return error;
    }
    return undefined;
  }

  /**
   * @param known tag of the cached response
   * @returns nothing where there is no such article any more
   */
  async function readOne(
    card: HostCard,
    category: CategorySlug,
    known: string | undefined,
  ): Promise<{ article: HostArticle; tag: string | undefined } | 'unchanged' | undefined> {
    const kept = state?.articles.get(card.slug);
    const call = [api.post, { slug: card.slug }] as const;
    try {
      const response = known === undefined ? await client.call(...call) : await client.callAgain(...call, known);
      troubles = 0;
      if (!response) return 'unchanged';
      const { body, tag } = response;
      const article = readArticle(body, card, category, client.origin);
      const date = article.date || isoDay(new Date(now()));
      return { article: { ...article, date }, tag };
    } catch (error) {
      if (error instanceof HostFailure && error.status === 404) return undefined;
      // One article may be broken for good, and must not keep the others away.
      troubles += 1;
      if (error instanceof HostFailure && (error.kind === 'unreachable' || troubles > maxTroubles)) throw error;
      // A text that is nested a hundred thousand times is more than the parser of HTML survives.
      if (!(error instanceof HostFailure || error instanceof HostResponseError || error instanceof RangeError))
        throw error;
      faults.report('an article of the content host cannot be read', { slug: card.slug, reason: error.message });
      if (!kept) return undefined;
      return { article: await copy.readArticle(kept.file), tag: undefined };
    }
  }

  /** Of articles that seem to be as they were, those to make sure of. */
  function toRecheck<Item extends { card: HostCard; kept: KeptArticle | undefined }>(items: readonly Item[]): Item[] {
    const leastRecent = items.toSorted((a, b) => (a.kept?.askedAt ?? 0) - (b.kept?.askedAt ?? 0));
    const untagged = leastRecent.filter(({ kept }) => kept?.tag === undefined);
    const ofReaders = untagged.filter(({ card }) => read.has(card.slug)).slice(0, recheckedArticles / 2);
    const others = untagged.filter((item) => !ofReaders.includes(item)).slice(0, recheckedArticles - ofReaders.length);
    const tagged = leastRecent.filter(({ kept }) => kept?.tag !== undefined).slice(0, recheckedByTag);
    return [...ofReaders, ...others, ...tagged];
  }
}

/** Whether it makes no sense to go on asking. */
const isDown = ({ kind, status }: HostFailure) =>
  kind === 'unreachable' || kind === 'slow' || (status !== undefined && status >= 500) || status === 429;
