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
  type MirrorState,
  type RelatedPosts,
  type StoredArticle,
  versioned,
} from './host-copy.ts';
import { createHostLists, mapAtOnce } from './host-lists.ts';

export type ContentHostMirror = Awaited<ReturnType<typeof openContentHostMirror>>;

const categories = ['success-stories', 'insights'] as const satisfies readonly CategorySlug[];

/** Every so many refreshes the complete lists are requested, otherwise only their first pages: few edits concern old cards. */
const wholeEvery = 20;

/** Number of articles that each refresh requests again although their cards have not changed: those requested longest ago. */
const recheckedArticles = 20;

/** The same for articles with an entity tag, which cost the host next to nothing if they have not changed. */
const recheckedByTag = 200;

/** Number of articles after which a state is put in force for the first time; each later batch is a quarter of the articles so far. */
const batch = 50;

/** Number of articles whose related posts each refresh requests again: those requested longest ago. */
const recheckedRelated = 20;

/** Number of consecutive articles without related posts after which a host that never had any counts as not offering them. */
const maxUnrelated = 3;

/** Number of consecutive articles, or pictures, that may fail before the host counts as down. */
const maxFailures = 5;

/** Time until a failed download of a picture is retried, ms. */
const pictureRetryMs = 3_600_000;

const maxPictureBytes = 10 * 1024 * 1024;

/**
 * Maintains a copy of a content host's data, so that no visitor waits for the host or notices that it is down.
 * @param options.directory directory of the copy; starts from the state that an earlier run has stored for the same host
 */
export async function openContentHostMirror(options: {
  client: HostClient;
  directory: string;
  clock: Clock;
  log: Log;
}) {
  const { client, directory, clock, log } = options;
  const copy = createHostCopy(directory, client.origin);
  const faults = createFaultLog(log);
  const ask = createHostLists(client, faults);
  let state = await copy.readState().catch((error: unknown) => {
    log.warn('stored copy of the content host discarded: it cannot be read', { error });
    return undefined;
  });
  let refreshes = 0;
  /** Number of consecutive articles that failed. */
  let articleFailures = 0;
  /** The same for pictures. */
  let pictureFailures = 0;
  /** Whether every refresh requests related posts, or only complete ones. */
  let offersRelated = true;
  const now = () => clock.now().getTime();

  /** Downloads a picture. @returns the path of its file; undefined if the host does not send it */
  const downloadPicture = async (url: string): Promise<string | undefined> => {
    try {
      const { bytes, type } = await client.download(url, maxPictureBytes);
      pictureFailures = 0;
      return await copy.storePicture(url, bytes, type);
    } catch (error) {
      if (!(error instanceof HostFailure) || error.kind === 'unreachable') throw error;
      // One picture may be broken permanently and must not block the articles.
      pictureFailures = isDown(error) ? pictureFailures + 1 : 0;
      if (pictureFailures > maxFailures) throw error;
      faults.report('a picture of the content host cannot be downloaded', { reason: error.message });
      return undefined;
    }
  };

  /** Downloads missing pictures. @param pictures the stored pictures, to which those of the URLs are added */
  const downloadPictures = async (urls: readonly string[], pictures: Map<string, HostPicture>) => {
    for (const url of urls) {
      const known = pictures.get(url);
      if (known && ('file' in known || now() - known.triedAt < pictureRetryMs)) continue;
      pictures.set(url, { triedAt: now() });
      const file = await downloadPicture(url);
      if (file) pictures.set(url, { file });
    }
  };

  const put = async (candidate: Omit<MirrorState, 'version'>, accept: (next: MirrorState) => Promise<void>) => {
    const next = versioned(candidate);
    if (next.version !== state?.version) {
      // Accepted before it is stored, since a stored state that fails would fail at every start.
      await accept(next);
      await copy.writeState(next);
    }
    state = next;
  };

  return {
    /** The current state; undefined until the host has responded once, in this or an earlier run. */
    get state(): MirrorState | undefined {
      return state;
    },
    articlesDirectory: copy.articlesDirectory,
    picturesDirectory: copy.picturesDirectory,
    /** Makes the current refresh fail soon, and all later ones. */
    close: client.close,
    /** Discards a stored state from which no content can be created: the next refresh requests everything. */
    discard: () => {
      state = undefined;
    },

    /**
     * Requests changes from the host. A list that fails keeps its last value, and the others are still refreshed.
     * @param accept creates content from the next state and puts it in force; the state is stored only if that succeeds
     * @throws HostFailure or HostResponseError if something could not be refreshed, or the error of `accept`
     */
    async refresh(accept: (next: MirrorState) => Promise<void>): Promise<void> {
      faults.begin();
      const before = state;
      const whole = !before || refreshes % wholeEvery === 0;
      const failures = new Map<HostList, unknown>();
      const orBefore = async <Value>(list: HostList, request: Promise<Value>, previous: Value): Promise<Value> =>
        request.catch((error: unknown) => {
          failures.set(list, error);
          return previous;
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
      articleFailures = 0;
      pictureFailures = 0;

      const listed = categories.flatMap((category) => lists[category].map((card) => ({ card, category })));
      const cardsBefore = new Map(
        categories.flatMap((category) =>
          (before?.lists[category] ?? []).map((card) => [card.slug, JSON.stringify(card)]),
        ),
      );
      const articles = new Map(before?.articles);
      const slugs = new Set(listed.map(({ card }) => card.slug));
      for (const slug of articles.keys()) if (!slugs.has(slug)) articles.delete(slug);
      const pictures = new Map(before?.pictures);
      await downloadPictures(
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
          listed.filter((item) => !isNew(item)).map((item) => ({ ...item, stored: articles.get(item.card.slug) })),
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
          const stored = isNew(item) ? undefined : articles.get(card.slug);
          const result = await readOne(card, category, stored?.tag);
          if (result === 'unchanged' && stored) {
            articles.set(card.slug, { ...stored, askedAt: now() });
            return;
          }
          if (!result || result === 'unchanged') {
            articles.delete(card.slug);
            return;
          }
          const { article, tag } = result;
          termsAreMissing ||= !article.topics || !article.industries;
          const urls = [article.banner, article.author.avatar, ...picturesIn(article.html)];
          await downloadPictures(
            urls.filter((item) => item !== undefined),
            pictures,
          );
          articles.set(card.slug, { category, file: await copy.storeArticle(article), askedAt: now(), tag });
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
   * Requests related posts of new and changed articles, and again of those requested longest ago.
   * @param related the stored lists, updated in place; lists that fail keep their last value
   * @returns the failure after which the host cannot be asked any further now; undefined if there was none
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
          // The related posts of one article may be broken permanently and must not block the others.
          failed += 1;
          const isOne =
            error instanceof HostResponseError || (error instanceof HostFailure && error.kind !== 'unreachable');
          if (!isOne || failed > maxFailures) throw error;
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
   * Requests one article.
   * @param known tag of the stored response
   * @returns undefined if the article no longer exists
   */
  async function readOne(
    card: HostCard,
    category: CategorySlug,
    known: string | undefined,
  ): Promise<{ article: HostArticle; tag: string | undefined } | 'unchanged' | undefined> {
    const stored = state?.articles.get(card.slug);
    const call = [api.post, { slug: card.slug }] as const;
    try {
      const response = known === undefined ? await client.call(...call) : await client.callAgain(...call, known);
      articleFailures = 0;
      if (!response) return 'unchanged';
      const { body, tag } = response;
      const article = readArticle(body, card, category, client.origin);
      const date = article.date || isoDay(new Date(now()));
      return { article: { ...article, date }, tag };
    } catch (error) {
      if (error instanceof HostFailure && error.status === 404) return undefined;
      // One article may be broken permanently and must not block the others.
      articleFailures += 1;
      if (error instanceof HostFailure && (error.kind === 'unreachable' || articleFailures > maxFailures)) throw error;
      // A text nested a hundred thousand times overflows the stack of the HTML parser.
      if (!(error instanceof HostFailure || error instanceof HostResponseError || error instanceof RangeError))
        throw error;
      faults.report('an article of the content host cannot be read', { slug: card.slug, reason: error.message });
      if (!stored) return undefined;
      return { article: await copy.readArticle(stored.file), tag: undefined };
    }
  }
}

/** Selects the articles to request again although their cards have not changed. */
function toRecheck<Item extends { stored: StoredArticle | undefined }>(items: readonly Item[]): Item[] {
  const leastRecent = items.toSorted((a, b) => (a.stored?.askedAt ?? 0) - (b.stored?.askedAt ?? 0));
  return [
    ...leastRecent.filter(({ stored }) => stored?.tag === undefined).slice(0, recheckedArticles),
    ...leastRecent.filter(({ stored }) => stored?.tag !== undefined).slice(0, recheckedByTag),
  ];
}

/** Whether a failure means that further requests would fail too. */
const isDown = ({ kind, status }: HostFailure) =>
  kind === 'unreachable' || kind === 'slow' || (status !== undefined && status >= 500) || status === 429;
