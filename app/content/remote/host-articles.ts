import type { CategorySlug } from '../../features/articles/article.schema.ts';
import type { HostArticle, HostCard } from '../../features/articles/host-article.server.ts';
import { api } from '../../paths.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { picturesIn } from '../../platform/html/text-pictures.ts';
import { isoDay } from '../../shared/iso-time.ts';
import type { FaultLog } from './fault-log.ts';
import { concernsOneItem, createFailureCount, type HostClient } from './host-client.ts';
import type { HostCopy, MirrorState } from './host-copy.ts';
import type { HostPictures } from './host-pictures.ts';
import type { HostReader } from './host-reader.ts';

export interface ListedCard {
  card: HostCard;
  category: CategorySlug;
}

/** Number of articles that each refresh requests again although their cards have not changed: those requested longest ago. */
const recheckedArticles = 20;

export type HostArticles = ReturnType<typeof createHostArticles>;

/** Requests the articles of a content host during one refresh and stores them in the copy. */
export function createHostArticles(options: {
  client: HostClient;
  reader: HostReader;
  copy: HostCopy;
  faults: FaultLog;
  pictures: HostPictures;
  clock: Clock;
}) {
  const { client, reader, copy, faults, pictures, clock } = options;
  const failures = createFailureCount(client);

  /** Requests one article. @param tag of the stored response */
  const request = async (
    { card, category }: ListedCard,
    tag: string | undefined,
  ): Promise<{ article: HostArticle; tag: string | undefined } | 'unchanged' | 'failed'> => {
    const post = [api.post, { slug: card.slug }] as const;
    try {
      const response = tag === undefined ? await client.request(...post) : await client.revalidate(...post, tag);
      const article = response && (await reader.read('readArticle', response.body, card, category, client.origin));
      failures.reset();
      if (!article) return 'unchanged';
      return { article, tag: response.tag };
    } catch (error) {
      if (!concernsOneItem(error)) throw error;
      faults.report('an article of the content host cannot be read', { slug: card.slug, reason: error.message });
      await failures.add();
      return 'failed';
    }
  };

  return {
    /**
     * Requests one article, and updates it in a state.
     * @param isChanged whether its card has changed, so that the stored response may not be used again
     * @returns whether the article does not name its terms @throws HostFailure if the host is down
     */
    async update(item: ListedCard, isChanged: boolean, state: Pick<MirrorState, 'articles' | 'pictures'>) {
      const { slug } = item.card;
      const stored = state.articles.get(slug);
      const result = await request(item, isChanged ? undefined : stored?.tag);
      const askedAt = clock.now().getTime();
      if (result === 'unchanged' || result === 'failed') {
        // The lists decide what exists. The tag goes after a failure: the stored article may have been made of a former card.
        const tag = result === 'failed' ? undefined : stored?.tag;
        if (stored) state.articles.set(slug, { ...stored, category: item.category, askedAt, tag });
        // Those whose download failed: the host does not send the article again until it changes.
        await pictures.download(stored?.pictures ?? [], state.pictures);
        return stored?.lacksTerms ?? false;
      }
      const { article, tag } = result;
      const { post_date: date } = item.card;
      if (date && !article.date) faults.report('the date of an article of the content host is unknown', { slug, date });
      const arrived = stored?.arrived ?? isoDay(clock.now());
      const urls = [article.banner, article.author.avatar, ...picturesIn(article.html)].filter(
        (url) => url !== undefined,
      );
      await pictures.download(urls, state.pictures);
      const file = await copy.storeArticle({ ...article, date: article.date || arrived });
      const lacksTerms = !article.topics || !article.industries;
      state.articles.set(slug, { category: item.category, file, askedAt, tag, lacksTerms, arrived, pictures: urls });
      return lacksTerms;
    },
  };
}

/** Selects the articles to request again although their cards have not changed. */
export function selectForRecheck(items: readonly ListedCard[], articles: MirrorState['articles']): ListedCard[] {
  const askedAt = ({ card }: ListedCard) => articles.get(card.slug)?.askedAt ?? 0;
  return items.toSorted((a, b) => askedAt(a) - askedAt(b)).slice(0, recheckedArticles);
}
