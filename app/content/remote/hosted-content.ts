import type { ArticleSummary, Term } from '../../features/articles/article.schema.ts';
import { createArticleCatalogue } from '../../features/articles/article-catalogue.server.ts';
import type { PreparedHostArticle } from '../../features/articles/prepare-host-article.server.ts';
import { articleHref, careersPath, listingPath } from '../../paths.ts';
import type { ImageFile } from '../../platform/content/fields.ts';
import { type ContentProblem, describeProblem, inFile } from '../../platform/content/problem.ts';
import { type ContentStore, notify } from '../../platform/content/store.ts';
import { placePictures } from '../../platform/html/text-pictures.ts';
import { canonicalPath } from '../../platform/http/canonical-path.ts';
import type { Log } from '../../platform/log/log.ts';
import { indexMedia, type MediaIndex, offerPicture, type PictureExaminer } from '../../platform/media/media.ts';
import type { PictureUse, PictureVariant } from '../../platform/media/variants.ts';
import type { DocumentStore } from '../../platform/search-index/document-store.ts';
import { absentTargets, contentWithoutAbsentLinks, type IsAbsent, indexWithoutAbsentLinks } from '../absent-links.ts';
import type { SiteContent } from '../site-content.ts';
import { createFaultLog, type FaultLog } from './fault-log.ts';
import type { MirrorState } from './host-copy.ts';
import type { ContentHostMirror } from './host-mirror.ts';

/** Content whose articles and positions come from an outside content host. */
export interface HostedContentStore extends ContentStore<SiteContent> {
  /** Resolves when nothing is read or written any more. Await it after `close`. */
  settled(): Promise<void>;
}

/** Maximum pause between refreshes; each consecutive failure doubles it. */
const maxPauseMs = 5 * 60_000;

/** Number of consecutive failures, in about an hour, after which the log has an error: authors' changes do not appear, and nobody sees it. */
const failuresUntilError = 16;

/** How long a start without a stored copy waits for the host before it serves without articles, ms. */
const firstResponseMs = 10_000;

/** The parts created from one state of the mirror. */
interface HostedParts {
  state: MirrorState;
  articles: readonly { document: number; article: PreparedHostArticle }[];
  media: MediaIndex;
}

/** The host's parts merged into a state of the embedded content. */
interface Merged {
  of: SiteContent;
  with: HostedParts | undefined;
  content: SiteContent;
}

interface HostedContentOptions {
  /** All other content. */
  embedded: ContentStore<SiteContent>;
  mirror: ContentHostMirror;
  /** Stores the host's articles (`prepare-host-article.server.ts`). */
  documents: DocumentStore;
  examiner: PictureExaminer;
  log: Log;
  /** Interval between two refreshes, ms. */
  refreshEveryMs?: number;
}

/** Replaces the embedded articles, terms and positions by the last valid data of a content host, which is polled in the background. */
export async function createHostedContentStore(options: HostedContentOptions): Promise<HostedContentStore> {
  const { embedded, mirror, documents, log, refreshEveryMs = 15_000 } = options;
  const listeners: ((content: SiteContent) => void)[] = [];
  let loggedAbsent = '';
  const logAbsent = (links: readonly string[]) => {
    if (links.length > 0 && links.join() !== loggedAbsent)
      log.warn('pages link to content that the host does not have; these links appear as text', { links });
    loggedAbsent = links.join();
  };
  const merge = (parts: HostedParts | undefined): Merged => {
    const of = embedded.current();
    const content = withHost(of, parts, documents);
    const isAbsent = absenceIn(content);
    if (parts) logAbsent(absentTargets(of, isAbsent));
    return {
      of,
      with: parts,
      content: {
        ...contentWithoutAbsentLinks(content, isAbsent),
        articleIndex: indexWithoutAbsentLinks(content.articleIndex, isAbsent),
        isPartial: parts === undefined || parts.state.missing.length > 0,
      },
    };
  };
  const faults = createFaultLog(log);
  /** @throws if no content can be created from a state */
  const tryMerge = async (state: MirrorState): Promise<Merged> => merge(await readParts(state, options, faults));
  const stored =
    mirror.state &&
    (await tryMerge(mirror.state).catch((error: unknown) => {
      mirror.discard();
      log.warn('stored copy of the content host discarded: no content can be created from it', { error });
      return undefined;
    }));
  let merged = stored ?? merge(undefined);
  let isClosed = false;

  const current = (): SiteContent => {
    if (merged.of !== embedded.current()) merged = merge(merged.with);
    return merged.content;
  };
  const notifyAll = () => notify(listeners, current(), log);
  embedded.onChange(notifyAll);

  const accept = async (state: MirrorState) => {
    if (isClosed) return;
    merged = await tryMerge(state);
    log.info('content of the host changed', { version: state.version, articles: merged.content.articles.length });
    notifyAll();
  };
  const polling = poll(() => mirror.refresh(accept), { everyMs: refreshEveryMs, log });
  if (!stored)
    await Promise.race([polling.settled(), new Promise((resolve) => setTimeout(resolve, firstResponseMs).unref())]);

  return {
    current,
    onChange: (listener) => {
      listeners.push(listener);
    },
    close() {
      isClosed = true;
      polling.stop();
      mirror.close();
      embedded.close();
    },
    settled: polling.settled,
  };
}

/** Refreshes now and then regularly, less often while it fails. Logs when that begins, when it lasts, and when it ends. */
function poll(refresh: () => Promise<void>, { everyMs, log }: { everyMs: number; log: Log }) {
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async () => {
    try {
      await refresh();
      if (failures > 0) log.info('content host responds again');
      failures = 0;
    } catch (error) {
      if (failures === 0 && !isStopped) log.warn('content host fails, its last valid content is served', { error });
      failures += 1;
      if (failures === failuresUntilError) log.error('content host has failed for about an hour', { error });
    }
    if (isStopped) return;
    timer = setTimeout(
      () => {
        running = run();
      },
      Math.min(everyMs * 2 ** failures, maxPauseMs),
    ).unref();
  };
  let running = run();
  return {
    /** Resolves when the refresh under way has ended. */
    settled: () => running,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function readParts(
  state: MirrorState,
  { documents, mirror, examiner, log }: HostedContentOptions,
  faults: FaultLog,
): Promise<HostedParts> {
  const files = Array.from(state.articles.values(), ({ file }) => file);
  const { ids, problems: unreadable } = await documents.read(mirror.articlesDirectory, files);
  if (unreadable.length > 0)
    log.warn('articles of the content host are missing: the files of their copies cannot be read', {
      files: unreadable.slice(0, 20).map(describeProblem),
    });
  const stored = await documents.documents([...ids].filter((id) => id > 0));
  const articles = stored.map(({ id, data }) => ({ document: id, article: JSON.parse(data) as PreparedHostArticle }));
  const problems: ContentProblem[] = [];
  const indexed = await indexMedia(mirror.picturesDirectory, problems, examiner);
  // The folder also has files that are about to be removed.
  const used = new Set([...state.pictures.values()].flatMap((picture) => ('file' in picture ? [picture.file] : [])));
  const media = new Map([...indexed].filter(([file]) => used.has(file)));
  const reasons = new Map(problems.map(({ file, message }) => [file, inFile(message)]));
  faults.begin();
  for (const [url, picture] of state.pictures) {
    const reason = 'file' in picture ? reasons.get(`media/${picture.file}`) : undefined;
    if (reason !== undefined) faults.report('a picture of the content host is not shown', { url, reason });
  }
  return { state, articles, media };
}

/** @param parts undefined until the host has responded for the first time */
function withHost(embedded: SiteContent, parts: HostedParts | undefined, documents: DocumentStore): SiteContent {
  const { state, articles: stored = [] } = parts ?? {};
  const media: MediaIndex = parts?.media ?? new Map();
  const { categories } = embedded.taxonomy;
  const [stories, insights] = categories;
  const variants = new Map<string, PictureVariant>();
  const pictureAt = (url: string | undefined, use: PictureUse): ImageFile | undefined => {
    const picture = url === undefined ? undefined : state?.pictures.get(url);
    const file = picture && 'file' in picture ? media.get(picture.file) : undefined;
    const offered = file && offerPicture(file, use);
    for (const [path, variant] of offered?.variants ?? []) variants.set(path, variant);
    return offered?.image;
  };
  const place = (html: string) => placePictures(html, (url) => pictureAt(url, 'layout'));
  const fallbackPictures = fallbackPicturesOf(embedded);
  const topicsOf = termsByArticle('topics', state);
  const industriesOf = termsByArticle('industries', state);
  const summaryOf = (article: PreparedHostArticle): ArticleSummary => {
    const avatar = pictureAt(article.author.avatar, 'avatar');
    return {
      id: article.id,
      slug: article.slug,
      category: article.category === 'insights' ? insights : stories,
      title: article.title,
      excerpt: article.excerpt,
      topics: topicsOf(article),
      industries: industriesOf(article),
      // The host names nobody if the account of the author is gone.
      author: { name: article.author.name || embedded.site.name, ...(avatar ? { avatar } : {}) },
      date: article.date,
      banner: pictureAt(article.banner, 'layout') ?? fallbackPictures[article.id % fallbackPictures.length] ?? nothing,
      banner_alt: article.bannerAlt,
      former_slugs: [],
      draft: false,
      readTime: article.readTime,
    };
  };
  const catalogue = createArticleCatalogue(
    stored.map(({ document, article }) => ({ document, summary: summaryOf(article) })),
    documents,
    place,
  );
  // Pictures of the texts are registered here, so that their URLs work before an article is first rendered.
  for (const url of state?.pictures.keys() ?? []) pictureAt(url, 'layout');
  const { articles, index } = catalogue.at(0);
  const articleBySlug = new Map(articles.map((article) => [article.slug, article]));
  const files = [...media.values()];
  return {
    ...embedded,
    version: `${embedded.version}-${state?.version ?? 'none'}`,
    taxonomy: { categories, topics: [...(state?.topics ?? [])], industries: [...(state?.industries ?? [])] },
    articles,
    articleIndex: {
      ...index,
      // The host's related posts, or the product's own selection if the host offers none (Ruling 34).
      async related(slug, limit) {
        const own = articleBySlug.has(slug) ? state?.related.get(slug)?.slugs : undefined;
        if (!own) return index.related(slug, limit);
        return own.flatMap((other) => articleBySlug.get(other) ?? []).slice(0, limit);
      },
    },
    positionCategories: state?.positionCategories ?? [],
    positions: (state?.positions ?? []).map((position) => ({ ...position, html: place(position.html) })),
    media: new Map([
      ...embedded.media,
      ...files.flatMap(({ url, served }) => (served ? [[url, served] as const] : [])),
      ...[...variants].map(([address, picture]) => [address, { picture }] as const),
    ]),
    pictures: {
      variants: [...embedded.pictures.variants, ...variants.values()],
      hashes: new Set([...embedded.pictures.hashes, ...files.flatMap(({ examinedAs }) => examinedAs ?? [])]),
    },
  };
}

/** Returns a check for paths without an article or position, also after the redirects of other spellings. */
function absenceIn({ articles, positions }: SiteContent): IsAbsent {
  const slugs = new Set(articles.map(({ slug }) => articleHref(slug)));
  const ids = new Set(positions.map(({ job_id }) => job_id.toLowerCase()));
  return (path) => {
    const [, parent, id = ''] = path.split('/');
    return `/${parent}` === careersPath ? !ids.has(id.toLowerCase()) : !slugs.has(canonicalPath(path));
  };
}

/** Shown if there is no picture at all, which never happens with valid content. */
const nothing: ImageFile = { src: 'data:,', width: 1, height: 1 };

/** Returns pictures for articles without an available one: those of embedded articles, or the hero of the page that lists them. */
function fallbackPicturesOf({ articles, pages }: SiteContent): ImageFile[] {
  const banners = new Map(articles.map(({ banner }) => [banner.src, banner]));
  if (banners.size > 0) return [...banners.values()];
  return pages.flatMap(({ address, hero }) =>
    address === listingPath && hero.type === 'page'
      ? [{ src: hero.media.poster.wide.src, width: hero.media.width, height: hero.media.height }]
      : [],
  );
}

/** Returns a function that finds the terms of an article, in the article's own order if it names them. */
function termsByArticle(
  kind: 'topics' | 'industries',
  state: MirrorState | undefined,
): (article: PreparedHostArticle) => Term[] {
  const bySlug = new Map(state?.[kind].map((term) => [term.slug, term]));
  const byArticle = new Map<string, Term[]>();
  for (const term of bySlug.values()) {
    for (const slug of state?.members[kind].get(term.slug) ?? []) {
      byArticle.getOrInsert(slug, []).push(term);
    }
  }
  return (article) => article[kind]?.flatMap((name) => bySlug.get(name) ?? []) ?? byArticle.get(article.slug) ?? [];
}
