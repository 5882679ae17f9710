import { stat } from 'node:fs/promises';
import type { CategorySlug } from '../../../app/features/articles/article.schema.ts';
import { type ArticleFolder, addTerms, hashOf, readArticleFolder } from '../../content/article-folder.ts';
import { writeContentFile } from '../../content/write-content-file.ts';
import { RefusedError } from '../../terminal/refused-error.ts';
import { manifestFile, postsOf, readManifest, removeJournal, writeAhead, writtenManifest } from '../manifest.ts';
import type { ImportReport, Outcome, PostReport } from '../report.ts';
import { type ArticleSources, articleText, type Banner } from './article-text.ts';
import { readExport } from './export-reader.ts';
import { planPosts, reportTitle } from './post-plan.ts';
import { surveyExport } from './survey.ts';
import { createTermIndex } from './term-index.ts';
import { createUploads } from './uploads.ts';

export interface ImportOptions {
  /** Path of the export. */
  file: string;
  contentDirectory: string;
  /** Whether to report only and write nothing. */
  dryRun: boolean;
  /** Category of posts that have neither category. */
  category: CategorySlug;
  /** WordPress types that count as posts. */
  postTypes: readonly string[];
  /** Person of people.yaml who replaces unknown authors; without it they become guests. */
  author?: string | undefined;
  /** Picture below `media/` for articles without their own; without it pictures of other articles are used. */
  banner?: string | undefined;
  /** Folder of the site's uploads, from which pictures and PDFs are imported; without it texts link to those that are not here. */
  uploads?: string | undefined;
  /** Whether to add unknown terms to taxonomy.yaml. */
  addTerms: boolean;
}

/**
 * Turns the posts of a WordPress export into articles. The export is read twice: first for references (authors, pictures, other
 * posts), then post by post, so that memory does not grow with the texts. A file that was edited since its import is never
 * overwritten; an unedited one is rewritten when its post has changed in WordPress.
 * @throws RefusedError when the export cannot be read, or an option names something that does not exist; nothing is written then
 */
export async function importPosts(options: ImportOptions): Promise<ImportReport> {
  const { contentDirectory: directory, dryRun } = options;
  const folder = await readArticleFolder(directory);
  const byFile = new Map(folder.articles.map((article) => [article.file, article]));
  const manifest = await readManifest(directory, (file) => byFile.get(file)?.sha256);
  const written = new Set([...manifest.values()].flatMap((posts) => [...posts.values()].map(({ file }) => file)));
  const standIns = standInsOf(folder, written, options.banner);
  await checkOptions(options, folder);

  const survey = await surveyExport(options.file, options.postTypes);
  const imported = postsOf(manifest, survey.source);
  const terms = createTermIndex(folder, { add: options.addTerms });
  const plan = planPosts(survey, folder, imported, terms, options.category);
  const sources: ArticleSources = { survey, folder, plan, author: options.author, standIns, files: new Map() };
  if (!dryRun) await addTerms(directory, terms.added);

  const reports: IndexedReport[] = plan.skipped.map(({ post, ...passed }) => ({
    index: post.index,
    ...{ post: post.id, title: reportTitle(post), address: post.link },
    ...{ changes: [], remoteFiles: [], files: [], ...passed },
  }));
  const guests = new Map<string, number>();
  for await (const { entry, guest, report } of importArticles(sources, options)) {
    if (guest) guests.set(guest, (guests.get(guest) ?? 0) + 1);
    imported.set(report.post, entry);
    reports.push(report);
  }
  if (!dryRun) {
    // Also if this run has written no article: the journal may contain those of a killed one.
    await writeContentFile(directory, manifestFile, writtenManifest(manifest));
    await removeJournal(directory);
  }

  const posts = reports.toSorted((a, b) => a.index - b.index).map(({ index: _, ...report }) => report);
  const totals = { imported: 0, updated: 0, unchanged: 0, kept: 0, skipped: 0 };
  for (const { outcome } of posts) totals[outcome] += 1;
  return {
    source: survey.source,
    dryRun,
    totals,
    posts,
    unknownTerms: terms.unknown(),
    addedTerms: (['topics', 'industries'] as const).flatMap((list) =>
      terms.added[list].map((term) => ({ list, ...term })),
    ),
    unknownAuthors: [...guests].map(([name, posts]) => ({ name, posts })),
    otherTypes: survey.otherTypes,
    comments: survey.comments,
  };
}

/** A report with the post's index in the export. */
type IndexedReport = PostReport & { readonly index: number };

/** @throws RefusedError where an option names something that does not exist */
async function checkOptions({ author, uploads }: ImportOptions, { people }: ArticleFolder): Promise<void> {
  if (author && !people.some(({ id }) => id === author))
    throw new RefusedError(
      `There is no person "${author}" in people.yaml; there are ${people.map(({ id }) => id).join(', ')}`,
    );
  if (uploads && !(await stat(uploads).catch(() => undefined))?.isDirectory())
    throw new RefusedError(`${uploads} is not a folder; --uploads takes a copy of the site's wp-content/uploads`);
}

/** Reads the export again and writes the article of each planned post, one at a time. */
async function* importArticles(sources: ArticleSources, { file: exportFile, ...options }: ImportOptions) {
  const { contentDirectory, dryRun } = options;
  const { survey, plan } = sources;
  const planned = new Map(plan.articles.map((article) => [article.post.index, article]));
  const uploads = createUploads({ folder: options.uploads, contentDirectory, hosts: survey.hosts, dryRun });
  let index = -1;
  for await (const part of readExport(exportFile)) {
    if (part.kind !== 'item') continue;
    index += 1;
    const article = planned.get(index);
    if (!article) continue;
    const withoutFiles = articleText(part, article, sources);
    const { featured } = withoutFiles;
    const found = await uploads.take([...(featured ? [featured] : []), ...withoutFiles.remoteFiles]);
    const { text, title, remoteFiles, guest, changes } = found.paths.size
      ? articleText(part, article, { ...sources, files: found.paths })
      : withoutFiles;
    const { file, id, present, post } = article;
    const entry = { file, id, sha256: hashOf(text) };
    const outcome: Outcome = present ? (present.sha256 === entry.sha256 ? 'unchanged' : 'updated') : 'imported';
    if (!dryRun && outcome !== 'unchanged') {
      await writeAhead(contentDirectory, survey.source, part.id, entry);
      await writeContentFile(contentDirectory, file, text);
    }
    const report: IndexedReport = {
      index,
      post: post.id,
      title,
      address: post.link,
      outcome,
      file,
      changes: [...changes, ...found.refused],
      remoteFiles,
      files: [...new Set(found.paths.values())],
    };
    yield { entry, guest, report };
  }
}

/** Returns described banners of articles that were not imported: imported ones would make the choice depend on its own result. */
function standInsOf(folder: ArticleFolder, importedFiles: ReadonlySet<string>, banner: string | undefined): Banner[] {
  const known = new Map(
    folder.articles
      .filter(({ file, bannerAlt }) => !importedFiles.has(file) && bannerAlt)
      .map(({ banner, bannerAlt }) => [banner, bannerAlt]),
  );
  if (banner) {
    if (!folder.pictures.includes(banner))
      throw new RefusedError(`There is no picture "${banner}" below content/media`);
    return [{ picture: banner, alt: known.get(banner) ?? '' }];
  }
  const used = folder.pictures
    .filter((picture) => known.has(picture))
    .map((picture) => ({ picture, alt: known.get(picture) ?? '' }));
  if (used.length > 0) return used;
  throw new RefusedError(
    'There is no picture for the banner of an article; name one below content/media with --banner',
  );
}
