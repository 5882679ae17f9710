import { anchorsOfPage } from '../features/pages/page-anchors.ts';
import { checkUnique, LinkIndex } from '../platform/content/link-index.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import type { Path } from '../platform/content/reference.ts';
import { describePath, lineInBody, type Source } from '../platform/content/source.ts';
import { type ArticleReader, checkArticlesUnique, indexArticles, locate } from './articles.ts';
import type { ContentFiles } from './read-files.ts';

/** Finds what stands once and is said twice, in one file or in two: addresses, ids, slugs, anchors. */
export async function checkFiles(directory: string, files: ContentFiles): Promise<ContentProblem[]> {
  const { people, logos, offices, taxonomy, careers, pages, articles, positions, legalPages } = files;
  return [
    ...checkUnique(
      pages.flatMap(({ source, value }) => [value.address, ...value.aliases].map((address) => ({ source, address }))),
      ({ address }) => address,
      ({ source }, address) => ({
        file: source.file,
        line: source.lineOf(['address']),
        message: `has the address "${address}", which another page has already`,
      }),
    ),
    ...(await locate(directory, checkArticlesUnique(articles))),
    ...checkUnique(
      positions,
      ({ value }) => value.job_id,
      ({ source }, id) => ({
        file: source.file,
        line: source.lineOf(['job_id']),
        field: 'job_id',
        message: `is "${id}", which another position has already`,
      }),
    ),
    ...checkKeys(logos.source, keysIn('logos', 'id', logos.value.logos)),
    ...checkKeys(offices.source, keysIn('offices', 'id', offices.value.offices)),
    ...checkKeys(taxonomy.source, keysIn('topics', 'slug', taxonomy.value.topics)),
    ...checkKeys(taxonomy.source, keysIn('industries', 'slug', taxonomy.value.industries)),
    ...checkKeys(careers.source, keysIn('categories', 'slug', careers.value.categories)),
    ...checkKeys(people.source, [
      ...keysIn('leadership', 'id', people.value.leadership),
      ...keysIn('advisors', 'id', people.value.advisors),
    ]),
    ...pages.flatMap(({ source, value }) =>
      checkKeys(
        source,
        value.sections.flatMap((section, index) =>
          anchorsOfPage({ sections: [section] }).map((key) => ({ path: ['sections', index], key })),
        ),
      ),
    ),
    ...legalPages.flatMap(({ source, page }) =>
      checkUnique(
        page.parts,
        ({ id }) => id,
        ({ title }) => ({
          file: source.file,
          line: lineInBody(source, `## ${title}`),
          message: `has two parts that are called "${title}"`,
        }),
      ),
    ),
  ];
}

/** Every address of the site and its anchors, for links to be checked against. */
export async function indexPaths(
  { site, people, pages, articles, positions, legalPages }: ContentFiles,
  { documents }: ArticleReader,
): Promise<LinkIndex> {
  const book = new LinkIndex();
  for (const { value } of pages)
    for (const address of [value.address, ...value.aliases]) book.add(address, anchorsOfPage(value));
  for (const { page } of legalPages)
    book.add(
      page.address,
      page.parts.map(({ id }) => id),
    );
  const sources = [site, people, ...pages, ...positions].map(({ source }) => source);
  await indexArticles(
    book,
    articles,
    [...sources, ...legalPages.map(({ source }) => source)].map(({ data, body }) => JSON.stringify(data) + body),
    documents,
  );
  return book;
}

/** Keys of one file that stand twice in it, each with its path. */
function checkKeys(source: Source, keys: readonly { path: Path; key: string }[]): ContentProblem[] {
  return checkUnique(
    keys,
    ({ key }) => key,
    ({ path }, key) => ({
      file: source.file,
      line: source.lineOf(path),
      field: describePath(path),
      message: `is "${key}", which stands in this file already`,
    }),
  );
}

const keysIn = <Field extends string>(list: string, field: Field, items: readonly Record<Field, string>[]) =>
  items.map((item, index) => ({ path: [list, index, field], key: item[field] }));
