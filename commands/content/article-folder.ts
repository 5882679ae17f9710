import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { parseDocument, type YAMLMap, YAMLSeq } from 'yaml';
import { type CategorySlug, type Term, taxonomySchema } from '../../app/features/articles/article.schema.ts';
import { peopleSchema } from '../../app/features/pages/people.schema.ts';
import { ContentError, type ContentProblem } from '../../app/platform/content/problem.ts';
import { parseWith, readSource } from '../../app/platform/content/source.ts';
import { ignoreMissing } from '../../app/platform/files/file-store.ts';
import { filesBelow, isIgnoredFile } from '../../app/platform/files/files-below.ts';
import { writeContentFile } from './write-content-file.ts';

/** An article in the content directory. An import does not report errors in its front matter. */
export interface ArticleFile {
  /** Path below the content directory. */
  file: string;
  slug: string;
  id: number;
  formerSlugs: readonly string[];
  banner: string;
  bannerAlt: string;
  /** Whether its page is served: it is neither a draft nor hidden by a date. */
  live: boolean;
  sha256: string;
}

/** The parts of a content directory that an import reads and adds to. */
export interface ArticleFolder {
  categories: readonly { slug: CategorySlug; name: string }[];
  topics: Term[];
  industries: Term[];
  people: readonly { id: string; name: string }[];
  /** Paths below `media/` of all pictures. */
  pictures: readonly string[];
  articles: readonly ArticleFile[];
}

/** Returns the folder of a category's articles, below the content directory. */
export const categoryFolder = (category: string) => `articles/${category}`;

/** @throws ContentError when `taxonomy.yaml` or `people.yaml` is invalid */
export async function readArticleFolder(directory: string): Promise<ArticleFolder> {
  const problems: ContentProblem[] = [];
  const [taxonomySource, peopleSource] = await Promise.all(
    ['taxonomy.yaml', 'people.yaml'].map((file) => readSource(directory, file, problems)),
  );
  const taxonomy = taxonomySource && parseWith(taxonomySchema, taxonomySource, problems);
  const people = peopleSource && parseWith(peopleSchema, peopleSource, problems);
  if (!taxonomy || !people) throw new ContentError(problems);

  const media = join(directory, 'media');
  const pictures = (await Array.fromAsync(filesBelow(media)))
    .map((file) => relative(media, file).split(sep).join('/'))
    .filter((file) => /\.(?:svg|webp|avif|png|jpe?g)$/u.test(file))
    .sort();
  const folders = taxonomy.categories.map(({ slug }) => categoryFolder(slug));
  const articles = await Promise.all(folders.map((folder) => readArticles(directory, folder)));
  return {
    categories: taxonomy.categories,
    topics: [...taxonomy.topics],
    industries: [...taxonomy.industries],
    people: [...people.leadership, ...people.advisors].map(({ id, name }) => ({ id, name })),
    pictures,
    articles: articles.flat(),
  };
}

async function readArticles(directory: string, folder: string): Promise<ArticleFile[]> {
  const names = await readdir(join(directory, folder)).catch(ignoreMissing);
  return Promise.all(
    (names ?? [])
      .filter((name) => name.endsWith('.md') && !isIgnoredFile(name))
      .sort()
      .map((name) => readArticle(directory, `${folder}/${name}`)),
  );
}

async function readArticle(directory: string, file: string): Promise<ArticleFile> {
  const [source, whole] = await Promise.all([readSource(directory, file, []), readFile(join(directory, file), 'utf8')]);
  const data = (source?.data ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  return {
    file,
    slug: basename(file, '.md'),
    id: typeof data.id === 'number' ? data.id : 0,
    formerSlugs: Array.isArray(data.former_slugs) ? data.former_slugs.map(String) : [],
    banner: text('banner'),
    bannerAlt: text('banner_alt'),
    live: data.draft !== true && data.publish_at === undefined && data.unpublish_at === undefined,
    sha256: hashOf(whole),
  };
}

/**
 * Returns a number for a new article: the time, s, as in the editor, or the next one that is unused. After the highest number it could
 * be that of a deleted article, whose former URLs would lead to the new one.
 */
export function newArticleId(taken: ReadonlySet<number>): number {
  let id = Math.floor(Date.now() / 1000);
  while (taken.has(id)) id += 1;
  return id;
}

/** Returns the SHA-256 in hexadecimal digits. Git may have checked out the file with line ends of Windows. */
export const hashOf = (text: string) => hash('sha256', text.replaceAll('\r\n', '\n'), 'hex');

/** Appends terms to the lists of `taxonomy.yaml`; comments and all other text stay. */
export async function addTerms(
  directory: string,
  added: { topics: readonly Term[]; industries: readonly Term[] },
): Promise<void> {
  if (added.topics.length + added.industries.length === 0) return;
  const document = parseDocument(await readFile(join(directory, 'taxonomy.yaml'), 'utf8'));
  for (const kind of ['topics', 'industries'] as const) {
    const list = document.get(kind);
    if (!(list instanceof YAMLSeq)) continue;
    for (const { slug, name } of added[kind]) {
      const item = document.createNode({ slug, name }) as YAMLMap;
      item.flow = true;
      list.add(item);
    }
  }
  await writeContentFile(directory, 'taxonomy.yaml', document.toString({ lineWidth: 0 }));
}
