import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../features/articles/prepare-article.ts';
import { careersPath } from '../paths.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { ContentError, type ContentProblem } from '../platform/content/problem.ts';
import { UnreadableFileError, unreadable } from '../platform/content/read-text.ts';
import { refusing } from '../platform/content/source.ts';
import type { ScheduledContent } from '../platform/content/store.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { type ExaminePicture, indexMedia } from '../platform/media/media.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { type ArticleReader, checkArticleTexts, createArticleReader, locate } from './articles.ts';
import { checkFiles, indexPaths } from './check-files.ts';
import { problemsInBody } from './check-text.ts';
import { hashOf } from './hash.ts';
import { readFiles, slugOf } from './read-files.ts';
import { createResolver } from './resolver.ts';
import { scheduleContent } from './schedule.ts';
import type { LastingContent, SiteContent } from './site-content.ts';
import { createSiteMedia } from './site-media.ts';

/** What content is read with. */
interface ContentOptions {
  directory: string;
  /** Public origin, for texts that name it. */
  siteUrl: string;
  /** Remembers articles from one reading to the next. */
  articleReader: ArticleReader;
  /** Reads pictures; that of the image store remembers what it has read. */
  examine?: ExaminePicture;
}

/**
 * Reads and checks everything in the content directory, once, and takes what is shown at present.
 * @throws ContentError with every problem found, each with file, line, what was found and what is allowed
 */
export async function loadContent(directory: string, siteUrl: string): Promise<SiteContent> {
  const articleReader = createArticleReader(createLocalDocuments({ prepare, clock: systemClock }));
  const content = await readContent({ directory, siteUrl, articleReader });
  return content.at(systemClock.now()).content;
}

/**
 * Reads and checks everything in the content directory.
 * @throws ContentError with every problem found, each with file, line, what was found and what is allowed
 */
export async function readContent(options: ContentOptions): Promise<ScheduledContent<SiteContent>> {
  const { directory, articleReader, examine } = options;
  const missing = reasonNotToRead(directory);
  if (missing !== undefined) throw new ContentError([{ file: directory, message: missing }]);
  const problems: ContentProblem[] = [];
  const mediaFiles = await indexMedia(join(directory, 'media'), problems, examine);
  const files = await readFiles(options, problems);
  const { site, mail, people, logos, offices, taxonomy, careers, pages, articles, positions, legalPages } = files;

  problems.push(...(await checkFiles(directory, files)));
  const book = await indexPaths(files, articleReader);
  const portraits = [...people.value.leadership, ...people.value.advisors].map(({ portrait }) => portrait.key);
  const media = createSiteMedia(mediaFiles, { logos: logos.value.logos, portraits }, problems);
  const { lookup, resolve } = createResolver(files, media, book, problems);

  const hasPicture = (path: string) => media.image(path) !== undefined;
  const findings = checkArticleTexts(book, articles, hasPicture);
  const summaries = await articleReader.resolve(articles, taxonomy.value.categories, lookup, (finding) =>
    findings.push(finding),
  );
  problems.push(...(await locate(directory, findings)));
  for (const { source, page } of legalPages)
    problems.push(...problemsInBody(source, { book, hasPicture, here: page.address }));
  for (const { source } of positions) problems.push(...problemsInBody(source, { book, hasPicture, here: careersPath }));

  const lasting: LastingContent = {
    site: resolve(site),
    mailLabels: mail.value,
    pages: pages.map((entry) => resolve(entry, entry.value.address)).sort((a, b) => a.address.localeCompare(b.address)),
    people: resolve(people),
    offices: resolve(offices).offices,
    taxonomy: resolve(taxonomy),
    positionCategories: careers.value.categories,
    positions: positions
      .map((entry) => {
        const { source } = entry;
        const html = refusing(source.file, problems, () => renderMarkdown(source.body, { headingIds: false })) ?? '';
        return { ...resolve(entry), slug: slugOf(entry.source), html: media.place(html) };
      })
      .sort((a, b) => (b.posted ?? '').localeCompare(a.posted ?? '') || a.job_id.localeCompare(b.job_id)),
    legal: legalPages.map(({ page }) => ({
      ...page,
      parts: page.parts.map((part) => ({ ...part, html: media.place(part.html) })),
    })),
    // Last, for resolving adds sprites.
    media: media.served(),
    pictures: media.pictures,
  };
  if (problems.length > 0) throw new ContentError(problems);

  const version = hashOf([
    JSON.stringify({
      ...lasting,
      media: [...lasting.media.keys()],
      pictures: undefined,
    }),
    ...articles.flatMap(({ file, key, prepared }) => (prepared.front.draft ? [] : [file, key])),
  ]);
  const shown = [...summaries].flatMap(([{ id }, summary]) => (summary.draft ? [] : [{ document: id, summary }]));
  return scheduleContent(version, lasting, shown, articleReader.documents, (body) => media.place(renderMarkdown(body)));
}

/** Why a content directory cannot be read at all, or nothing; completes a sentence that begins with its path. */
export function reasonNotToRead(directory: string): string | undefined {
  try {
    readdirSync(directory);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'does not exist';
    if (code === 'ENOTDIR') return 'is no directory';
    const reason = unreadable(error);
    return reason instanceof UnreadableFileError ? reason.message : `cannot be read (${code})`;
  }
}
