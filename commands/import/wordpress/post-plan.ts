import type { CategorySlug } from '../../../app/features/articles/article.schema.ts';
import { articleHref } from '../../../app/paths.ts';
import { slugPattern } from '../../../app/platform/content/fields.ts';
import { type ArticleFile, type ArticleFolder, categoryFolder, newArticleId } from '../../content/article-folder.ts';
import type { ManifestEntry } from '../manifest.ts';
import { dateOf, type PostDate, type Publication, postSlug, publicationOf } from './post-fields.ts';
import { plainText } from './post-markdown.ts';
import { hostOf, type PostOutline, type Survey, urlKey } from './survey.ts';
import type { Filing, TermIndex } from './term-index.ts';

/** A post that becomes an article. */
export interface PlannedArticle {
  post: PostOutline;
  /** Path below the content directory. */
  file: string;
  slug: string;
  id: number;
  formerSlugs: readonly string[];
  publication: Exclude<Publication, 'skipped'>;
  date: PostDate;
  filing: Filing;
  /** The article of an earlier import. */
  present: ArticleFile | undefined;
  changes: readonly string[];
}

/** A post that is not imported: `skipped`, or `kept` because its file was edited here. */
export interface SkippedPost {
  post: PostOutline;
  outcome: 'skipped' | 'kept';
  reason: string;
  file?: string;
}

export interface PostPlan {
  articles: readonly PlannedArticle[];
  skipped: readonly SkippedPost[];
  /** Returns this site's URL for a page of the old site; undefined for pages that were not imported or are not public. */
  newUrl(url: string): string | undefined;
}

/**
 * Decides, before any post is written, which ones are imported and under which file, slug and id. An existing article keeps them.
 * @param imported files of earlier imports, by the id of the post
 */
export function planPosts(
  survey: Survey,
  folder: ArticleFolder,
  imported: ReadonlyMap<string, ManifestEntry>,
  terms: TermIndex,
  defaultCategory: CategorySlug,
): PostPlan {
  const byFile = new Map(folder.articles.map((article) => [article.file, article]));
  const byId = new Map(folder.articles.map((article) => [article.id, article]));
  const ids = new Set([...byId.keys(), ...[...imported.values()].map(({ id }) => id)]);
  const slugs = new Set(folder.articles.flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs]));
  const articles: PlannedArticle[] = [];
  const skipped: SkippedPost[] = [];
  /** Slugs of live posts by their ids. */
  const live = new Map<string, string>();
  const seen = new Set<string>();

  for (const post of survey.posts) {
    const leave = (reason: string) => skipped.push({ post, outcome: 'skipped', reason });
    const publication = publicationOf(post);
    const date = dateOf(post, survey.date);
    if (seen.has(post.id)) leave('is in the export twice');
    else if (publication === 'skipped') leave(`has the status "${post.status}"`);
    else if (!post.hasContent) leave('has no text');
    else if (!date) leave('has no date');
    else plan(post, publication, date);
    seen.add(post.id);
  }

  function plan(post: PostOutline, publication: PlannedArticle['publication'], date: PostDate): void {
    const entry = imported.get(post.id);
    const present = entry && byFile.get(entry.file);
    if (entry && !present) {
      const moved = byId.get(entry.id);
      if (moved?.live) live.set(post.id, moved.slug);
      const reason = moved ? `was moved to ${moved.file} since it was imported` : 'was removed since it was imported';
      skipped.push({ post, outcome: 'kept', reason, file: moved?.file ?? entry.file });
      return;
    }
    if (present && present.sha256 !== entry?.sha256) {
      if (present.live) live.set(post.id, present.slug);
      skipped.push({ post, outcome: 'kept', reason: 'was edited since it was imported', file: present.file });
      return;
    }
    const filing = terms.file(post.terms);
    const wanted = postSlug(post);
    const slug = present?.slug ?? firstFree(wanted, (candidate) => slugs.has(candidate));
    slugs.add(slug);
    const id = entry?.id ?? freeId(Number(post.id), ids);
    ids.add(id);
    if (publication === 'live') live.set(post.id, slug);
    articles.push({
      post,
      file: present?.file ?? `${categoryFolder(filing.category ?? defaultCategory)}/${slug}.md`,
      slug,
      id,
      formerSlugs: [],
      publication,
      date,
      filing,
      present,
      changes: [
        ...(slug === post.name ? [] : [`slug ${JSON.stringify(post.name)} became "${slug}"`]),
        ...(post.password ? ['stays a draft: it had a password'] : []),
        ...(publication === 'draft' && !post.password && post.status !== 'draft'
          ? [`is kept as a draft: its status was "${post.status}"`]
          : []),
        ...(date.from === 'gmt' ? [] : [`time from ${dateSources[date.from]}`]),
        ...filing.unknown.map((name) => `term ${JSON.stringify(name)} left out`),
      ],
    });
  }

  // Needs every slug, because a former slug of one post may be the slug of another.
  const withFormer = articles.map((article) => withFormerSlugs(article, slugs));
  return { articles: withFormer, skipped, newUrl: createUrlLookup(survey, live) };
}

const dateSources: Record<Exclude<PostDate['from'], 'gmt'>, string> = {
  feed: 'the feed date: there is none in GMT',
  local: 'the local time: there is none in GMT',
  modified: 'the last change: there is no other',
  export: 'the export itself: the post has none',
};

function firstFree(wanted: string, isTaken: (slug: string) => boolean): string {
  let candidate = wanted;
  for (let number = 2; isTaken(candidate); number += 1) candidate = `${wanted}-${number}`;
  return candidate;
}

/** Returns the post's id if it is unused, otherwise a new one. */
const freeId = (wanted: number, taken: ReadonlySet<number>): number =>
  Number.isSafeInteger(wanted) && wanted > 0 && !taken.has(wanted) ? wanted : newArticleId(taken);

function withFormerSlugs(article: PlannedArticle, taken: Set<string>): PlannedArticle {
  const own = new Set(article.present?.formerSlugs);
  const old = article.post.meta.filter(({ key }) => key === '_wp_old_slug').map(({ value }) => value.trim());
  const former = [...new Set(old)].filter(
    (slug) => slugPattern.test(slug) && slug !== article.slug && (own.has(slug) || !taken.has(slug)),
  );
  for (const slug of former) taken.add(slug);
  const lost = old.filter((slug) => slug && slug !== article.slug && !former.includes(slug));
  return {
    ...article,
    formerSlugs: former,
    changes: [
      ...article.changes,
      ...lost.map((slug) => `former slug ${JSON.stringify(slug)} left out: it is in use, or not a valid slug here`),
    ],
  };
}

/** Creates a lookup of posts by their old URLs: their permalink, with or without `www`, or `?p=ID`. */
function createUrlLookup(survey: Survey, live: ReadonlyMap<string, string>): PostPlan['newUrl'] {
  const byUrl = new Map<string, string>();
  for (const { id, link } of survey.posts) {
    const slug = live.get(id);
    const key = slug && !URL.parse(link)?.searchParams.has('p') && urlKey(link);
    if (slug && key) byUrl.set(key, slug);
  }
  return (href) => {
    const query = URL.parse(href)?.searchParams;
    const id = query?.get('p') ?? query?.get('page_id');
    const slug = id && survey.hosts.has(hostOf(href)) ? live.get(id) : byUrl.get(urlKey(href) ?? '');
    return slug && articleHref(slug);
  };
}

/** Returns the title of a post for reports. */
export const reportTitle = (post: PostOutline) => plainText(post.title) || post.name || `post ${post.id}`;
