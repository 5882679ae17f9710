import type { Clock } from '../../platform/clock/clock.ts';
import type { FaultLog } from './fault-log.ts';
import { concernsOneItem, createFailureCount, type HostClient } from './host-client.ts';
import type { RelatedPosts } from './host-copy.ts';
import { type HostLists, mapConcurrently } from './host-lists.ts';

/** Number of articles whose related posts each complete refresh requests again: those requested longest ago. */
const recheckedRelated = 400;

/** Number of consecutive articles without related posts after which a host that never had any counts as not offering them. */
const maxUnrelated = 3;

export type HostRelated = ReturnType<typeof createHostRelated>;

/** Requests the related posts of articles, where a content host offers them. */
export function createHostRelated(options: { client: HostClient; lists: HostLists; faults: FaultLog; clock: Clock }) {
  const { client, lists, faults, clock } = options;
  let isOffered = true;

  /** Requests the related posts of some articles until one fails or the host turns out not to offer any. */
  const request = async (slugs: readonly string[], related: Map<string, RelatedPosts>): Promise<void> => {
    let areKnown = [...related.values()].some((posts) => posts.slugs);
    let without = 0;
    const failures = createFailureCount(client);
    isOffered = true;
    await mapConcurrently(slugs, async (slug) => {
      if (!isOffered) return;
      const askedAt = clock.now().getTime();
      try {
        const found = await lists.related(slug);
        related.set(slug, { slugs: found, askedAt });
        failures.reset();
        without = found ? 0 : without + 1;
        areKnown ||= found !== undefined;
        if (!areKnown && without >= maxUnrelated) isOffered = false;
      } catch (error) {
        if (!concernsOneItem(error)) throw error;
        faults.report('related posts of the content host cannot be read', { slug, reason: error.message });
        related.set(slug, { slugs: related.get(slug)?.slugs, askedAt });
        await failures.add();
      }
    });
  };

  return {
    /** Whether the host offered related posts when they were last requested. */
    isOffered: () => isOffered,
    /**
     * Requests related posts of new and changed articles.
     * @param related the stored lists, updated in place; lists that fail keep their last value
     * @param isWhole whether to repeat the oldest requests, too. Some hosts select posts at random, and every change empties the cache of pages
     * @throws HostFailure or HostResponseError if the host is down
     */
    async update(
      slugs: readonly string[],
      changed: ReadonlySet<string>,
      related: Map<string, RelatedPosts>,
      isWhole: boolean,
    ): Promise<void> {
      const isDue = (slug: string) => changed.has(slug) || !related.has(slug);
      const leastRecent = slugs
        .filter((slug) => !isDue(slug))
        .sort((a, b) => (related.get(a)?.askedAt ?? 0) - (related.get(b)?.askedAt ?? 0));
      await request([...slugs.filter(isDue), ...leastRecent.slice(0, isWhole ? recheckedRelated : 0)], related);
    },
  };
}
