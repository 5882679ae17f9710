import PQueue from 'p-queue';
import type { CategorySlug, Term } from '../../features/articles/article.schema.ts';
import { type HostCard, HostResponseError } from '../../features/articles/host-article.server.ts';
import { maxPageSize, pageSize, relatedLimit } from '../../features/articles/limits.ts';
import type { Position, PositionCategory } from '../../features/careers/position.schema.ts';
import { api } from '../../paths.ts';
import type { SkippedItem } from '../../platform/content/host-fields.ts';
import type { FaultLog } from './fault-log.ts';
import { type HostClient, HostFailure } from './host-client.ts';
import type { MirrorState } from './host-copy.ts';
import type { HostReader } from './host-reader.ts';

/** Maximum number of cards in one category, for hosts that report a wrong total. */
const maxCards = 100_000;

/** Maximum number of topics, industries, position categories and positions: one page shows all of each. Further ones are ignored. */
const maxOnOnePage = 1000;

const concurrency = 4;

type Terms = Pick<MirrorState, 'topics' | 'industries'>;
type Positions = Pick<MirrorState, 'positionCategories' | 'positions'>;

interface HostListsOptions {
  readonly client: HostClient;
  readonly reader: HostReader;
  readonly faults: FaultLog;
}

export type HostLists = ReturnType<typeof createHostLists>;

/** Requests the lists of a content host, page by page; `known` is the last result. Every method may throw a HostFailure or a HostResponseError. */
export function createHostLists({ client, reader, faults }: HostListsOptions) {
  /** Numbers of cards that the lists of categories contain in addition to the known ones. */
  const passedOver = new Map<CategorySlug, number>();

  return {
    async terms(known: Terms): Promise<Terms> {
      const kinds = Object.entries({ topic: known.topics, industry: known.industries });
      const [topics = [], industries = []] = await mapConcurrently(kinds, async ([cat, before]) => {
        const body = await callIfPresent(client, api.terms, { cat }, before.length > 0);
        const { terms, skipped } = await reader.read('readTerms', body ?? []);
        reportSkipped(faults, 'term', skipped, { kind: cat });
        return terms.slice(0, maxOnOnePage);
      });
      return { topics, industries };
    },

    async positions(known: Positions): Promise<Positions> {
      const found =
        (await callIfPresent(client, api.positionCategories, {}, known.positionCategories.length > 0)) ?? [];
      const read = await reader.read('readPositionCategories', found);
      if (!read) throw new HostResponseError('The categories of positions are not an array');
      reportSkipped(faults, 'term', read.skipped, { kind: 'position category' });
      const categories = read.categories.slice(0, maxOnOnePage);
      const listOf = async (category: PositionCategory) => {
        const body = await callIfPresent(client, api.positions, { cat: category.slug }, known.positions.length > 0);
        const list = await reader.read('readPositions', body ?? [], category, client.origin);
        if (!list) throw new HostResponseError('A list of positions is not an array');
        reportSkipped(faults, 'position', list.skipped);
        return list.positions;
      };
      const [all = [], ...byCategory] = await mapConcurrently([{ slug: '', name: '' }, ...categories], listOf);
      return { positionCategories: categories, positions: joined(all, byCategory.flat()).slice(0, maxOnOnePage) };
    },

    /** Returns the cards of a category, newest first. @param known the last result @param whole whether all pages are requested again */
    async cards(category: CategorySlug, known: readonly HostCard[], whole: boolean): Promise<readonly HostCard[]> {
      const cards = new Map<string, HostCard>();
      const skipped = new Map<string, SkippedItem>();
      let total: number | undefined;
      for (let page = 1; cards.size + skipped.size < maxCards; page += 1) {
        const parameters = { cat: category, page: String(page) };
        // A failure of the first page loses nothing.
        const response = await (page === 1 ? client.request : client.requestPart)(api.posts, parameters);
        const list = await reader.read('readCards', response.body);
        const before = cards.size + skipped.size;
        for (const item of list.skipped) skipped.set(item.key, item);
        reportSkipped(faults, 'card', list.skipped, { category });
        for (const card of list.cards) cards.getOrInsert(card.slug, card);
        const reported = list.total ?? response.total;
        total ??= reported;
        const isAsLong = total === undefined || total === known.length + (passedOver.get(category) ?? 0);
        if (page === 1 && !whole && isAsLong) {
          // Without a total, a short page means that cards were removed.
          const firstPage = known.slice(0, Math.max(cards.size, pageSize - skipped.size));
          if (JSON.stringify([...cards.values()]) === JSON.stringify(firstPage)) return known;
        }
        const found = cards.size + skipped.size;
        // Also for a host that returns the same page again and again.
        const isEnd = found === before;
        if (page > 1 && total !== undefined) checkPage({ isEnd, found, total, reported });
        if (isEnd || (total !== undefined && found >= total)) break;
      }
      // So is one whose slug was changed, or that was deleted: the host responds with an empty list to any slug.
      const found = cards.size + skipped.size;
      if (found === 0) faults.report('a category of the content host has no articles', { category });
      keepKnown(cards, known, [...skipped.values()]);
      passedOver.set(category, found - cards.size);
      return [...cards.values()];
    },

    /** Returns the slugs of the posts related to an article, in the host's order; undefined if it offers none (404). */
    async related(slug: string): Promise<readonly string[] | undefined> {
      const body = await callIfPresent(client, api.relatedPosts, { slug });
      if (body === undefined) return undefined;
      const { cards } = await reader.read('readCards', body);
      const slugs = new Set(cards.map((card) => card.slug));
      slugs.delete(slug);
      return [...slugs].slice(0, relatedLimit);
    },

    /** Returns the slugs of the articles under each term, for a host whose articles do not name their terms. */
    async members(parameter: 'topic' | 'industry', terms: readonly Term[]) {
      const read = async ({ slug }: Term) =>
        [slug, await membersOf({ client, reader }, { [parameter]: slug })] as const;
      return new Map(await mapConcurrently(terms, read));
    },
  };
}

/**
 * Returns undefined if the host does not have the list (404); throws other failures.
 * @param isKnown whether the host had it before: one whose plugin or permalinks are switched off responds 404 to everything
 */
async function callIfPresent(client: HostClient, path: string, parameters: Record<string, string>, isKnown = false) {
  try {
    return (await client.request(path, parameters)).body;
  } catch (error) {
    if (error instanceof HostFailure && error.status === 404 && !(isKnown && error.isUnknownEndpoint)) return undefined;
    throw error;
  }
}

function reportSkipped(faults: FaultLog, kind: string, skipped: readonly SkippedItem[], fields = {}): void {
  for (const { name, reason } of skipped)
    faults.report(`a ${kind} of the content host is passed over`, { ...fields, [kind]: name, reason });
}

/** Adds the last valid state of cards that are still in a list but have become invalid. */
function keepKnown(cards: Map<string, HostCard>, known: readonly HostCard[], skipped: readonly SkippedItem[]): void {
  const slugs = new Set(skipped.map(({ slug }) => slug));
  for (const card of known) if (slugs.has(card.slug)) cards.getOrInsert(card.slug, card);
}

/** Returns the slugs of all articles under a term. */
async function membersOf(
  { client, reader }: Pick<HostListsOptions, 'client' | 'reader'>,
  term: Record<string, string>,
): Promise<string[]> {
  const members = new Set<string>();
  for (let page = 1; members.size < maxCards; page += 1) {
    const parameters = { ...term, page: String(page), per_page: String(maxPageSize) };
    const response = await client.requestPart(api.filteredPosts, parameters);
    const { cards, total } = await reader.read('readFilteredCards', response.body);
    const before = members.size;
    for (const card of cards) members.add(card.slug);
    if (members.size === before || (total !== undefined && members.size >= total)) break;
  }
  return [...members];
}

/**
 * Checks a page after the first one. @param found number of cards so far @param total as of the first page @param reported as of this one
 * @throws HostResponseError if cards were removed meanwhile, since others have moved to a page that is already read; or if the list ends too
 * soon, unless its last page was not full: then the host counts otherwise
 */
function checkPage(page: { isEnd: boolean; found: number; total: number; reported: number | undefined }): void {
  const { isEnd, found, total, reported = total } = page;
  // WordPress reports 0 on a page behind the last one.
  if (isEnd ? found < total && found % pageSize === 0 : reported < total)
    throw new HostResponseError(`A list of cards ends after ${isEnd ? found : reported} of ${total}`);
}

/** Returns the positions in the order of the complete list. @param filed the positions of each category, which is their only one */
function joined(all: readonly Position[], filed: readonly Position[]): Position[] {
  const byId = new Map<string, Position>();
  for (const position of filed) {
    const before = byId.get(position.job_id);
    const further = before && [...before.further_categories, position.category];
    byId.set(position.job_id, before && further ? { ...before, further_categories: further } : position);
  }
  return [...new Map([...all.map((position) => [position.job_id, position] as const), ...byId]).values()];
}

/** Maps items with a few concurrent requests. After a failure it starts no more, and throws once the pending ones have settled. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = new PQueue({ concurrency });
  const tasks = items.map((item) => async () => {
    try {
      return await work(item);
    } catch (error) {
      queue.clear();
      throw error;
    }
  });
  try {
    return await queue.addAll(tasks);
  } finally {
    await queue.onIdle();
  }
}
