import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../features/articles/prepare-article.ts';
import { careersPath } from '../features/careers/position-paths.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { checkLinks, type LinkIndex } from '../platform/content/link-index.ts';
import { ContentError, type ContentProblem } from '../platform/content/problem.ts';
import { UnreadableFileError, unreadable } from '../platform/content/read-text.ts';
import { describePath, lineInBody, refusing, type Source } from '../platform/content/source.ts';
import type { ScheduledContent } from '../platform/content/store.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { type ExaminePicture, indexMedia } from '../platform/media/media.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { type ArticleReader, checkArticleLinks, createArticleReader, locate } from './articles.ts';
import { checkFiles, indexPaths } from './check-files.ts';
import { hashOf } from './hash.ts';
import { type ContentFiles, readFiles, slugOf } from './read-files.ts';
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

  const findings = checkArticleLinks(book, articles);
  const summaries = await articleReader.resolve(articles, taxonomy.value.categories, lookup, (finding) =>
    findings.push(finding),
  );
  problems.push(...(await locate(directory, findings)), ...checkTextLinks(files, book));

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
        problems.push(...checkBody(entry.source, html, book, careersPath));
        return { ...resolve(entry), slug: slugOf(entry.source), html };
      })
      .sort((a, b) => (b.posted ?? '').localeCompare(a.posted ?? '') || a.job_id.localeCompare(b.job_id)),
    legal: legalPages.map(({ page }) => page),
    // Last, for resolving adds sprites.
    media: media.served(),
    pictures: media.pictures,
    shareImages: media.shareImages,
  };
  if (problems.length > 0) throw new ContentError(problems);

  const version = hashOf([
    JSON.stringify({
      ...lasting,
      media: [...lasting.media.keys()],
      pictures: undefined,
      shareImages: [...lasting.shareImages],
    }),
    ...articles.flatMap(({ file, key, prepared }) => (prepared.front.draft ? [] : [file, key])),
  ]);
  const shown = [...summaries].flatMap(([{ id }, summary]) => (summary.draft ? [] : [{ document: id, summary }]));
  return scheduleContent(version, lasting, shown, articleReader.documents);
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

/** Links of legal pages and biographies that lead nowhere. */
function checkTextLinks({ legalPages, people }: ContentFiles, book: LinkIndex): ContentProblem[] {
  const problems = legalPages.flatMap(({ source, page }) =>
    page.parts.flatMap((part) => checkBody(source, part.html, book, page.address)),
  );
  for (const team of ['leadership', 'advisors'] as const) {
    for (const [index, { bio }] of people.value[team].entries()) {
      const path = [team, index, 'bio'];
      checkLinks(bio, book, undefined, (message) =>
        problems.push({
          file: people.source.file,
          line: people.source.lineOf(path),
          field: describePath(path),
          message,
        }),
      );
    }
  }
  return problems;
}

/** Links of a text that lead nowhere. */
function checkBody(source: Source, html: string, book: LinkIndex, here: string): ContentProblem[] {
  const problems: ContentProblem[] = [];
  checkLinks(html, book, here, (message, href) =>
    problems.push({ file: source.file, line: lineInBody(source, href), message }),
  );
  return problems;
}
