import type { CategorySlug } from '../../features/articles/article.schema.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { picturesIn } from '../../platform/html/text-pictures.ts';
import type { Log } from '../../platform/log/log.ts';
import { createFaultLog } from './fault-log.ts';
import { createHostArticles, type HostArticles, type ListedCard, selectForRecheck } from './host-articles.ts';
import type { HostClient } from './host-client.ts';
import { createHostCopy, type HostList, hostLists, type MirrorState, versioned } from './host-copy.ts';
import { createHostLists, type HostLists, mapConcurrently } from './host-lists.ts';
import { createHostPictures, type HostPictures } from './host-pictures.ts';
import type { HostReader } from './host-reader.ts';
import { createHostRelated, type HostRelated } from './host-related.ts';

export type ContentHostMirror = Awaited<ReturnType<typeof openContentHostMirror>>;

const categories = ['success-stories', 'insights'] as const satisfies readonly CategorySlug[];

/** Every so many refreshes the complete lists are requested, otherwise only their first pages: few edits concern old cards. */
const wholeEvery = 20;

/** Number of articles after which a state is put in force for the first time; each later batch is a quarter of the articles so far. */
const batch = 50;

/** A state under construction. */
type Draft = Omit<MirrorState, 'version'>;

/** Maintains a copy of a content host's data, so that no visitor waits for the host. @param options.directory of the copy */
export async function openContentHostMirror(options: {
  client: HostClient;
  reader: HostReader;
  directory: string;
  clock: Clock;
  log: Log;
}) {
  const { client, reader, directory, clock, log } = options;
  const copy = createHostCopy(directory, client.origin);
  const faults = createFaultLog(log);
  const lists = createHostLists({ client, reader, faults });
  const related = createHostRelated({ client, lists, faults, clock });
  let state = await copy.readState().catch((error: unknown) => {
    log.warn('stored copy of the content host discarded: it cannot be read', { error });
    return undefined;
  });
  let refreshes = 0;

  /** Puts a draft in force, if it differs from the current state. */
  const put = async (draft: Draft, accept: (next: MirrorState) => Promise<void>) => {
    const { articles, related, pictures } = draft;
    const next = versioned({
      ...draft,
      articles: new Map(articles),
      related: new Map(related),
      pictures: new Map(pictures),
    });
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
      const isWhole = !before || refreshes % wholeEvery === 0;
      const { failure, listed } = await readLists(lists, before, isWhole);
      refreshes += 1;
      const pictures = createHostPictures({ client, copy, faults, clock });
      const articles = createHostArticles({ client, reader, copy, faults, pictures, clock });
      const draft = draftAfter(before, { origin: client.origin, ...listed });
      const laterFailure = await completeDraft(draft, { before, isWhole, lists, pictures, articles, related }, () =>
        put(draft, accept),
      );
      if (isWhole) await copy.removeUnused(draft);
      const first = failure ?? laterFailure;
      if (first !== undefined) throw first;
    },
  };
}

/** Requests all lists; those that fail keep their last value. @throws the failure if none can be read */
async function readLists(lists: HostLists, before: MirrorState | undefined, isWhole: boolean) {
  const failures = new Map<HostList, unknown>();
  const orBefore = async <Value>(list: HostList, request: Promise<Value>, previous: Value): Promise<Value> =>
    request.catch((error: unknown) => {
      failures.set(list, error);
      return previous;
    });
  const { topics = [], industries = [], positionCategories = [], positions = [] } = before ?? {};
  const knownTerms = { topics, industries };
  const terms = await orBefore('terms', lists.terms(knownTerms), knownTerms);
  const knownPositions = { positionCategories, positions };
  const listed = await orBefore('positions', lists.positions(knownPositions), knownPositions);
  const [stories = [], insights = []] = await mapConcurrently(categories, (category) => {
    const known = before?.lists[category] ?? [];
    return orBefore(category, lists.cards(category, known, isWhole), known);
  });
  const [failure] = failures.values();
  if (failures.size === hostLists.length) throw failure;
  const missing = [...failures.keys()].filter((list) => !before || before.missing.includes(list));
  return { failure, listed: { missing, ...terms, ...listed, lists: { 'success-stories': stories, insights } } };
}

interface Refresh {
  readonly before: MirrorState | undefined;
  /** Whether to request what has probably not changed, too. */
  readonly isWhole: boolean;
  readonly lists: HostLists;
  readonly pictures: HostPictures;
  readonly articles: HostArticles;
  readonly related: HostRelated;
}

/**
 * Requests everything that the lists of a draft lead to.
 * @param put puts the draft in force; called after each batch, also one that is cut short by a failure or the end of the process
 * @returns the first failure of the articles under terms and of related posts, which keep their last value
 */
async function completeDraft(
  draft: Draft,
  { before, isWhole, lists, pictures, articles, related }: Refresh,
  put: () => Promise<void>,
): Promise<unknown> {
  const cards = cardsOf(draft);
  const { missing } = draft;
  // Until each of its articles has been requested, a list counts as missing: their pages would be 404.
  const unread = categories.filter((list) => !before || before.missing.includes(list));
  draft.missing = [...new Set([...missing, ...unread])];
  for (const { html } of draft.positions) await pictures.download(picturesIn(html), draft.pictures);

  const changed = new Set(changedCards(before, cards));
  const unchanged = cards.filter((card) => !changed.has(card));
  const wanted = [...changed, ...selectForRecheck(unchanged, draft.articles)];
  let lackTerms = false;
  let end = 0;
  for (let start = 0; start === 0 || start < wanted.length; start = end) {
    end = start + Math.max(batch, Math.floor(start / 4));
    try {
      const found = await mapConcurrently(wanted.slice(start, end), (card) =>
        articles.update(card, changed.has(card), draft),
      );
      lackTerms ||= found.includes(true);
      if (end >= wanted.length) draft.missing = missing;
    } finally {
      await put();
    }
  }
  let failure: unknown;
  const keepLast = (error: unknown) => {
    failure ??= error;
  };
  if (lackTerms && (isWhole || changed.size > 0)) {
    const readMembers = async () => {
      draft.members = {
        topics: await lists.members('topic', draft.topics),
        industries: await lists.members('industry', draft.industries),
      };
    };
    await readMembers().catch(keepLast);
    await put();
  }
  if (isWhole || related.isOffered()) {
    const changedSlugs = new Set(Array.from(changed, ({ card }) => card.slug));
    await related.update([...draft.articles.keys()], changedSlugs, draft.related, isWhole).catch(keepLast);
    await put();
  }
  return failure;
}

/** Returns the state before with new lists, and without the articles that they no longer contain and the pictures that nothing shows. */
function draftAfter(
  before: MirrorState | undefined,
  listed: Omit<Draft, 'articles' | 'members' | 'related' | 'pictures'>,
): Draft {
  const slugs = new Set(cardsOf(listed).map(({ card }) => card.slug));
  const ofListed = <Value>(stored: ReadonlyMap<string, Value> | undefined) =>
    new Map([...(stored ?? [])].filter(([slug]) => slugs.has(slug)));
  const articles = ofListed(before?.articles);
  const ofArticles = Array.from(articles.values(), ({ pictures }) => pictures);
  const shown = new Set([...ofArticles, ...listed.positions.map(({ html }) => picturesIn(html))].flat());
  const isShown = (url: string) => shown.has(url) || shown.has(undefined);
  return {
    ...listed,
    articles,
    members: before?.members ?? { topics: new Map(), industries: new Map() },
    related: ofListed(before?.related),
    pictures: new Map([...(before?.pictures ?? [])].filter(([url]) => isShown(url))),
  };
}

/** Returns the cards of both lists. A post in both categories belongs to the first: its copy is in one of them. */
function cardsOf({ lists }: Pick<Draft, 'lists'>): ListedCard[] {
  const bySlug = new Map<string, ListedCard>();
  for (const category of categories) {
    for (const card of lists[category]) bySlug.getOrInsert(card.slug, { card, category });
  }
  return [...bySlug.values()];
}

/** Returns the cards that differ from those before, and those whose article is not stored. */
function changedCards(before: MirrorState | undefined, cards: readonly ListedCard[]): ListedCard[] {
  const textsBefore = new Map(
    categories.flatMap((category) => (before?.lists[category] ?? []).map((card) => [card.slug, JSON.stringify(card)])),
  );
  return cards.filter(
    ({ card, category }) =>
      before?.articles.get(card.slug)?.category !== category || textsBefore.get(card.slug) !== JSON.stringify(card),
  );
}
