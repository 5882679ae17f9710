import { stat } from 'node:fs/promises';
import type { CategorySlug } from '../../../app/features/articles/article.schema.ts';
import { type ArticleFolder, addTerms, hashOf, readArticleFolder, writeContentFile } from '../article-folder.ts';
import { manifestFile, postsOf, readManifest, removeJournal, writeAhead, writtenManifest } from '../manifest.ts';
import type { ImportReport, Outcome, PostReport } from '../report.ts';
import { type ArticleSources, articleText, type Banner } from './article-text.ts';
import { readExport } from './export-reader.ts';
import { planPosts, reportTitle } from './post-plan.ts';
import { surveyExport } from './survey.ts';

import { createTermIndex } from './term-book.ts';
import { createUploads } from './uploads.ts';

export interface ImportOptions {
  /** The export. */
  file: string;
  contentDirectory: string;
  /** Reads and reports, writes nothing. */
  dryRun: boolean;
  /** Category of posts that are filed under neither. */
  category: CategorySlug;
  /** Types of WordPress that count as posts. */
  postTypes: readonly string[];
  /** Person of people.yaml who stands for authors that are not among the people; without it they become guests. */
  author?: string | undefined;
  /** Picture below `media/` for articles whose own is not there; without it those of other articles are used. */
  banner?: string | undefined;
  /** Folder of the site's uploads, from which pictures are imported; without it texts link to them. */
  uploads?: string | undefined;
  /** Whether terms that are not known are added to taxonomy.yaml. */
  addTerms: boolean;
}

/** An option names something that is not there. */
export class ImportOptionError extends Error {
  override readonly name = 'ImportOptionError';
}

/**
 * Turns the posts of a WordPress export into articles. The export is read twice: first for what posts refer to (authors,
 * pictures, each other), then post by post, so that memory does not grow with the texts. A file that was edited since an
 * import wrote it is never written again; one that is as it was takes over what has changed in WordPress.
 * @throws ExportError when the export cannot be read; nothing is written then
 * @throws ImportOptionError
 */
export async function importPosts(options: ImportOptions): Promise<ImportReport> {
  const { contentDirectory: directory, dryRun, author } = options;
  const folder = await readArticleFolder(directory);
  const byFile = new Map(folder.articles.map((article) => [article.file, article]));
  const manifest = await readManifest(directory, (file) => byFile.get(file)?.sha256);
  const standIns = standInsOf(
    folder,
    new Set([...manifest.values()].flatMap((posts) => [...posts.values()].map(({ file }) => file))),
    options,
  );
  if (author && !folder.people.some(({ id }) => id === author)) {
    throw new ImportOptionError(
      `There is no person "${author}" in people.yaml; there are ${folder.people.map(({ id }) => id).join(', ')}`,
    );
  }

  if (options.uploads && !(await stat(options.uploads).catch(() => undefined))?.isDirectory()) {
    throw new ImportOptionError(
      `${options.uploads} is no folder; --uploads takes a copy of the site's wp-content/uploads`,
    );
  }
  const survey = await surveyExport(options.file, options.postTypes);
  const imported = postsOf(manifest, survey.source);
  const terms = createTermIndex(folder, { add: options.addTerms });
  const plan = planPosts(survey, folder, imported, terms, options.category);
  const planned = new Map(plan.articles.map((article) => [article.post.index, article]));
  const sources: ArticleSources = { survey, folder, plan, author, standIns, pictures: new Map() };
  const uploads = options.uploads
    ? createUploads({
        folder: options.uploads,
        contentDirectory: directory,
        libraryUrls: [...survey.images.values()].map(({ url }) => url),
        dryRun,
      })
    : undefined;
  if (!dryRun) await addTerms(directory, terms.added);

  const reports: { index: number; report: PostReport }[] = plan.passedOver.map(({ post, ...passed }) => ({
    index: post.index,
    report: {
      post: post.id,
      title: reportTitle(post),
      address: post.link,
      ...passed,
      changes: [],
      images: [],
      pictures: [],
    },
  }));
  const guests = new Map<string, number>();
  let index = -1;
  for await (const part of readExport(options.file)) {
    if (part.kind !== 'item') continue;
    index += 1;
    const article = planned.get(index);
    if (!article) continue;
    const written = articleText(part, article, sources);
    const taken = await uploads?.take(written.images);
    const { text, title, images, guest, ...rest } = taken?.paths.size
      ? articleText(part, article, { ...sources, pictures: taken.paths })
      : written;
    const changes = [...rest.changes, ...(taken?.refused ?? [])];
    if (guest) guests.set(guest, (guests.get(guest) ?? 0) + 1);
    const { file, id, present } = article;
    const entry = { file, id, sha256: hashOf(text) };
    const outcome: Outcome = present ? (present.sha256 === entry.sha256 ? 'unchanged' : 'updated') : 'taken';
    if (!dryRun && outcome !== 'unchanged') {
      await writeAhead(directory, survey.source, part.id, entry);
      await writeContentFile(directory, file, text);
    }
    imported.set(article.post.id, entry);
    reports.push({
      index,
      report: {
        post: article.post.id,
        title,
        address: article.post.link,
        outcome,
        file,
        changes,
        images,
        pictures: [...new Set(taken?.paths.values())],
      },
    });
  }
  if (!dryRun) {
    if (reports.some(({ report }) => report.outcome === 'taken' || report.outcome === 'updated')) {
      await writeContentFile(directory, manifestFile, writtenManifest(manifest));
    }
    await removeJournal(directory);
  }

  const posts = reports.toSorted((a, b) => a.index - b.index).map(({ report }) => report);
  const total = (outcome: Outcome) => posts.filter((post) => post.outcome === outcome).length;
  return {
    source: survey.source,
    dryRun,
    totals: {
      taken: total('taken'),
      updated: total('updated'),
      unchanged: total('unchanged'),
      kept: total('kept'),
      left: total('left'),
    },
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

/** Pictures with descriptions that articles written here have; those of imports would make the choice depend on its own result. */
function standInsOf(folder: ArticleFolder, importedFiles: ReadonlySet<string>, { banner }: ImportOptions): Banner[] {
  const known = new Map(
    folder.articles
      .filter(({ file, bannerAlt }) => !importedFiles.has(file) && bannerAlt)
      .map(({ banner, bannerAlt }) => [banner, bannerAlt]),
  );
  if (banner) {
    if (!folder.pictures.includes(banner)) throw new ImportOptionError(`There is no picture "${banner}" below media/`);
    return [{ picture: banner, alt: known.get(banner) ?? '' }];
  }
  const used = folder.pictures
    .filter((picture) => known.has(picture))
    .map((picture) => ({ picture, alt: known.get(picture) ?? '' }));
  if (used.length > 0) return used;
  const plates = folder.pictures
    .filter((picture) => picture.startsWith('plates/'))
    .map((picture) => ({ picture, alt: '' }));
  if (plates.length > 0) return plates;
  throw new ImportOptionError('There is no picture for the head of an article; name one below media/ with --banner');
}
