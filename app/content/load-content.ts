import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ArticleSummary } from '../features/articles/article.schema.ts';
import { prepare } from '../features/articles/prepare-article.server.ts';
import type { Position } from '../features/careers/position.schema.ts';
import { articleHref, careersPath } from '../paths.ts';
import { type Clock, systemClock } from '../platform/clock/clock.ts';
import { ContentError, type ContentProblem, hasNoText } from '../platform/content/problem.ts';
import { UnreadableFileError, unreadable } from '../platform/content/read-text.ts';
import { refusing, type Source } from '../platform/content/source.ts';
import type { ScheduledContent } from '../platform/content/store.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { indexMedia, isDocument, type PictureExaminer } from '../platform/media/media.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { contentLinksIn } from './absent-links.ts';
import {
  type ArticleEntry,
  type ArticleReader,
  checkArticleTexts,
  createArticleReader,
  locate,
  warningsAboutBanners,
  warningsAboutDates,
} from './articles.ts';
import { checkFiles, indexPaths, warningsAboutDistances } from './check-files.ts';
import { problemsInBody } from './check-text.ts';
import { hashOf } from './hash.ts';
import { readFiles, slugOf } from './read-files.ts';
import { createReadingMemory, type ReadingMemory } from './reading-memory.ts';
import { createResolver } from './resolver.ts';
import { scheduleContent } from './schedule.ts';
import type { SiteContent, UnscheduledContent } from './site-content.ts';
import { createSiteMedia } from './site-media.ts';
import type { SlugHistory } from './slug-history.ts';

interface ContentOptions {
  directory: string;
  /** Public origin, for texts that refer to it. */
  siteUrl: string;
  /** Remembers articles from one reading to the next. */
  articleReader: ArticleReader;
  /** Examines pictures; the image store's function caches results. */
  examiner?: PictureExaminer;
  /** Whether the articles and positions are those of a content host, so that links to them cannot be checked here. */
  isHosted?: boolean;
  /** Remembers the slugs of articles; without it, a renamed file loses its old URL. */
  slugHistory?: SlugHistory;
  /** Results of the last reading for files that have not changed. */
  memory?: ReadingMemory;
  clock?: Clock;
}

/** Reads and validates the content directory once. @returns the content in force now @throws ContentError with every problem */
export async function loadContent(...parameters: Parameters<typeof loadContentOnce>): Promise<SiteContent> {
  return (await loadContentOnce(...parameters)).content;
}

/** Loads content like `loadContent`, with warnings about valid parts that are probably not intended. @throws ContentError */
export async function loadContentOnce(
  directory: string,
  siteUrl: string,
  { isHosted = false }: { isHosted?: boolean } = {},
): Promise<{ content: SiteContent; warnings: readonly ContentProblem[] }> {
  const articleReader = createArticleReader(createLocalDocuments({ prepare, clock: systemClock }));
  const { warnings = [], at } = await readContent({ directory, siteUrl, articleReader, isHosted });
  return { content: at(systemClock.now()).content, warnings };
}

/** Reads and validates the content directory. @throws ContentError with every problem: file, line, what was found and what is allowed */
export async function readContent(options: ContentOptions): Promise<ScheduledContent<SiteContent>> {
  const { directory, articleReader, examiner, isHosted = false, slugHistory, clock = systemClock } = options;
  const { memory = createReadingMemory() } = options;
  const missing = reasonNotToRead(directory);
  if (missing !== undefined) throw new ContentError([{ file: directory, message: missing }]);
  const problems: ContentProblem[] = [];
  const warnings: ContentProblem[] = [];
  const now = clock.now().getTime();
  const mediaFiles = await indexMedia(join(directory, 'media'), problems, examiner);
  const files = await readFiles({ ...options, memory }, problems);
  const { site, mail, people, logos, offices, taxonomy, careers, pages, articles, positions, legalPages } = files;

  problems.push(...(await checkFiles(directory, files)));
  const linkIndex = await indexPaths(files, articleReader, isHosted);
  for (const { url } of [...mediaFiles.values()].filter(({ path }) => isDocument(path))) linkIndex.addFile(url);
  const portraits = [...people.value.leadership, ...people.value.advisors].map(({ portrait }) => portrait.key);
  const media = createSiteMedia(mediaFiles, { logos: logos.value.logos, portraits }, problems);
  const { lookup, resolve } = createResolver(files, media, linkIndex, { problems, warnings, now });

  const context = { linkIndex, problemWithPicture: media.problemWith, now, warnings, memory };
  const findings = checkArticleTexts(articles, context);
  const summaries = await articleReader.resolve(articles, taxonomy.value.categories, lookup, findings);
  problems.push(...(await locate(directory, findings)));
  const unintended = [...warningsAboutDates(articles, now), ...warningsAboutBanners(summaries)];
  warnings.push(
    ...(await locate(directory, unintended)),
    ...warningsAboutDistances(files),
    ...media.warningsAboutHeroes(),
  );
  for (const { source, page } of legalPages)
    problems.push(...problemsInBody(source, { ...context, here: page.address, shown: {} }));
  for (const { source } of positions) {
    if (source.body.trim() === '') problems.push({ file: source.file, line: source.bodyLine, message: hasNoText });
    problems.push(...problemsInBody(source, { ...context, here: careersPath, shown: {} }));
  }

  const render = (body: string) => media.place(renderMarkdown(body));
  const previewArticle = async (slug: string) => {
    const [entry, summary] = [...summaries].find(([item]) => item.slug === slug) ?? [];
    const body = entry && (await articleReader.documents.body(entry.id));
    return summary && body !== undefined ? { ...summary, html: render(body) } : undefined;
  };
  const htmlOf = (source: Source) => {
    const { file, body } = source;
    const html = refusing(file, problems, () =>
      memory.recall(`HTML of ${file}`, body, () => renderMarkdown(body, { nameOnPage: slugOf(source) })),
    );
    return media.place(html ?? '');
  };
  const unscheduled: UnscheduledContent = {
    site: resolve(site),
    mailLabels: mail.value,
    pages: pages.map((entry) => resolve(entry, entry.value.address)).sort((a, b) => a.address.localeCompare(b.address)),
    people: resolve(people),
    offices: resolve(offices).offices,
    taxonomy: resolve(taxonomy),
    logos: logos.value.logos,
    previewArticle: isHosted ? undefined : previewArticle,
    positionCategories: careers.value.categories,
    positions: positions
      .map((entry): Position => ({ ...resolve(entry), slug: slugOf(entry.source), html: htmlOf(entry.source) }))
      .sort((a, b) => (b.posted ?? '').localeCompare(a.posted ?? '') || a.job_id.localeCompare(b.job_id)),
    legal: legalPages.map(({ page }) => ({
      ...page,
      parts: page.parts.map((part) => ({ ...part, html: media.place(part.html) })),
    })),
    // Last, because resolving adds sprites.
    media: media.served(),
    pictures: media.pictures,
    contentLinks: [
      ...contentLinksIn(site.value),
      ...pages.flatMap(({ value }) => contentLinksIn(value, value.address)),
    ],
  };
  if (problems.length > 0) throw new ContentError(problems);
  memory.forgetUnused();

  const former = formerSlugs(articles, slugHistory, warnings);
  await slugHistory?.record(published(articles).map(({ slug, prepared }) => ({ id: prepared.front.id, slug })));
  return scheduleContent(
    versionOf(unscheduled, articles),
    unscheduled,
    catalogued(summaries, former),
    articleReader.documents,
    { render, isAbsent: (path, time) => !isHosted && linkIndex.isAbsent(path, time), warnings },
  );
}

/** Returns a version that changes with everything that visitors see. */
const versionOf = (unscheduled: UnscheduledContent, articles: readonly ArticleEntry[]): string =>
  hashOf([
    JSON.stringify({
      ...unscheduled,
      media: [...unscheduled.media.keys()],
      pictures: undefined,
    }),
    ...published(articles).flatMap(({ file, key }) => [file, key]),
  ]);

const published = (articles: readonly ArticleEntry[]) => articles.filter(({ prepared }) => !prepared.front.draft);

/** Returns former slugs of articles that their files do not list, by id. @param warnings one for each such article is added */
function formerSlugs(
  articles: readonly ArticleEntry[],
  history: SlugHistory | undefined,
  warnings: ContentProblem[],
): ReadonlyMap<number, readonly string[]> {
  const taken = new Set(articles.flatMap(({ slug, prepared }) => [slug, ...prepared.front.former_slugs]));
  return new Map(
    published(articles).flatMap(({ file, prepared }) => {
      const { id, former_slugs } = prepared.front;
      const former = history?.slugsOf(id).filter((slug) => !taken.has(slug)) ?? [];
      if (former.length === 0) return [];
      const paths = former.map((slug) => `"${articleHref(slug)}"`).join(', ');
      warnings.push({
        file,
        message: `has a new name: ${paths} redirects here on this machine only; add "former_slugs: [${[...former_slugs, ...former].join(', ')}]" into it`,
      });
      return [[id, former] as const];
    }),
  );
}

/** Returns the articles that are not drafts, with their former slugs. */
const catalogued = (summaries: ReadonlyMap<ArticleEntry, ArticleSummary>, former: ReturnType<typeof formerSlugs>) =>
  [...summaries]
    .filter(([, { draft }]) => !draft)
    .map(([{ id }, summary]) => {
      const others = former.get(summary.id);
      // Most have none, and 100,000 copies would be as many more objects for V8 to mark.
      if (!others) return { document: id, summary };
      return { document: id, summary: { ...summary, former_slugs: [...summary.former_slugs, ...others] } };
    });

/** Returns why a content directory cannot be read, or undefined; completes a sentence that begins with its path. */
export function reasonNotToRead(directory: string): string | undefined {
  try {
    const names = readdirSync(directory);
    // Of any other directory each file would be a problem of the content.
    return names.includes('site.yaml') || names.includes('pages') ? undefined : 'contains neither site.yaml nor pages';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'does not exist';
    if (code === 'ENOTDIR') return 'is not a directory';
    const reason = unreadable(error);
    return reason instanceof UnreadableFileError ? reason.message : `cannot be read (${code})`;
  }
}
