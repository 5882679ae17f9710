import { anchorOfSlot, fieldsOfAnchors } from '../features/pages/page-anchors.ts';
import { slotSectionTitle } from '../features/pages/sections.schema.ts';
import {
  articlePrefix,
  careersPath,
  homePath,
  listingPath,
  positionHref,
  privacyPath,
  requiredPaths,
  serverPaths,
  termsPath,
} from '../paths.ts';
import { checkUnique, LinkIndex, type Period } from '../platform/content/link-index.ts';
import { type ContentProblem, type Wording, wordingOf } from '../platform/content/problem.ts';
import type { Path } from '../platform/content/reference.ts';
import { describePath, lineInBody, type Source } from '../platform/content/source.ts';
import { dayMs } from '../shared/iso-time.ts';
import { type ArticleReader, checkArticlesUnique, indexArticles, locate } from './articles.ts';
import { type ContentFiles, slugOf } from './read-files.ts';

/** Reports paths, ids, slugs and anchors that occur more than once, in one file or in several. */
export async function checkFiles(directory: string, files: ContentFiles): Promise<ContentProblem[]> {
  const { people, logos, offices, taxonomy, careers, pages, articles, positions, legalPages } = files;
  return [
    ...checkUnique(
      pathsOf(files),
      ({ path }) => path,
      ({ path, ...at }, first) => ({
        ...at,
        message: `has the path "${path}", which ${first.file} has already`,
      }),
    ),
    ...checkPaths(files),
    ...pages.flatMap(checkLists),
    ...(await locate(directory, checkArticlesUnique(articles))),
    ...checkUnique(
      positions,
      ({ value }) => value.job_id,
      ({ source, value }, first) => ({
        file: source.file,
        line: source.lineOf(['job_id']),
        field: 'job_id',
        message: `is "${value.job_id}", as in ${first.source.file}; every position needs a unique id: change that of the newer one`,
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
    ...pages.flatMap(({ source, value }) => checkKeys(source, fieldsOfAnchors(value, offices.value.offices))),
    ...legalPages.flatMap(({ source, page }) =>
      checkUnique(
        page.parts,
        ({ id }) => id,
        ({ title }) => ({
          file: source.file,
          line: lineInBody(source, `## ${title}`),
          message: `has two parts with the title "${title}"`,
        }),
      ),
    ),
  ];
}

/** Returns warnings about distances that no longer fit the order of the offices, after one was added, moved or removed. */
export function warningsAboutDistances({ offices: { source, value } }: ContentFiles): ContentProblem[] {
  const last = value.offices.length - 1;
  return value.offices.flatMap(({ distance_to_next: distance }, index) => {
    if ((distance === undefined) === (index === last)) return [];
    const path = ['offices', index, 'distance_to_next'];
    const message = index === last ? 'is set, but no office follows' : 'is empty, but another office follows';
    return { file: source.file, line: source.lineOf(path), field: describePath(path), message };
  });
}

/** Returns the paths of all legal texts and pages, each with its file, and with the line and the field that have it. */
const pathsOf = ({ pages, legalPages }: ContentFiles) => [
  ...legalPages.map(({ source, page }) => ({ file: source.file, path: page.address })),
  ...pages.flatMap(({ source, value }) =>
    [value.address, ...value.aliases].map((path, index) => {
      const field = index === 0 ? ['address'] : ['aliases', index - 1];
      return { file: source.file, line: source.lineOf(field), field: describePath(field), path };
    }),
  ),
];

/** Reports paths that are reserved for the server, and required paths without a page. */
function checkPaths(files: ContentFiles): ContentProblem[] {
  const paths = new Set(pathsOf(files).map(({ path }) => path));
  return [
    ...pathsOf(files)
      .filter(({ path }) => serverPaths().includes(path))
      .map(({ path, ...at }) => ({
        ...at,
        message: `has the path "${path}", at which the server itself responds; choose another path`,
      })),
    ...requiredPaths
      .filter((path) => !paths.has(path))
      .map((path) => ({
        file: fileFor(path),
        message: `is missing: no file has the path "${path}", which the site needs; restore the file, or give "${path}" to another page as its path or among its "aliases"`,
      })),
  ];
}

/** The only paths whose pages show a list. */
const pathsOfLists: ReadonlyMap<string, string> = new Map([
  ['insights', listingPath],
  ['positions', careersPath],
]);

/** Reports lists of articles or positions at paths that do not show them, where visitors would see nothing. */
const checkLists = ({
  source,
  value: { address, aliases, sections },
}: ContentFiles['pages'][number]): ContentProblem[] =>
  sections.flatMap((section, index) => {
    const path = section.type === 'slot' ? pathsOfLists.get(section.name) : undefined;
    if (section.type !== 'slot' || path === undefined || (address === path && aliases.length === 0)) return [];
    const [field, message]: [Path, string] =
      address === path
        ? [
            ['aliases'],
            `is not for this page: only "${path}" shows its list "${section.name}"; redirect other paths in the proxy`,
          ]
        : [
            ['sections', index, 'name'],
            `is "${section.name}", a list that only the page "${path}" shows; remove this section`,
          ];
    return [{ file: source.file, line: source.lineOf(field), field: describePath(field), message }];
  });

/** The conventional file of a path. */
const fileFor = (path: string) =>
  path === termsPath || path === privacyPath
    ? `legal${path}.md`
    : `pages/${path === homePath ? 'home' : path.slice(1)}.yaml`;

/** Indexes every path of the site and its anchors. @param isHosted whether only a content host knows the articles and positions */
export async function indexPaths(
  { site, people, offices, pages, articles, positions, legalPages }: ContentFiles,
  { documents }: ArticleReader,
  isHosted: boolean,
): Promise<LinkIndex> {
  const linkIndex = new LinkIndex(isHosted ? [articlePrefix, `${careersPath}/`] : []);
  for (const { value } of pages)
    for (const address of [value.address, ...value.aliases]) {
      linkIndex.add(
        address,
        fieldsOfAnchors(value, offices.value.offices).map(({ key }) => key),
      );
      for (const [name, anchor] of Object.entries(anchorOfSlot))
        linkIndex.addNotice(`${address}#${anchor}`, addingSlot(name));
    }
  for (const { page } of legalPages)
    linkIndex.add(
      page.address,
      page.parts.map(({ id }) => id),
    );
  for (const { source, value } of positions)
    linkIndex.add(positionHref({ job_id: value.job_id, slug: slugOf(source) }), [], periodOfPosition(value));
  const sources = [site, people, ...pages, ...positions].map(({ source }) => source);
  await indexArticles(
    linkIndex,
    articles,
    [...sources, ...legalPages.map(({ source }) => source)].map(({ data, body }) => JSON.stringify(data) + body),
    documents,
  );
  return linkIndex;
}

/** Says how a page gets the anchor of a slot. */
const addingSlot = (name: string): Wording => ({
  inFile: `add a section { type: slot, name: ${name} }`,
  inEditor: `add a section "${slotSectionTitle}" with the name "${name}" there`,
});

/** When a position is shown: until the end of its last day, in UTC. */
const periodOfPosition = ({ valid_through }: { valid_through?: string | undefined }): Period => ({
  until: valid_through === undefined ? undefined : Date.parse(valid_through) + dayMs,
});

/** Reports keys that occur more than once in one file. */
function checkKeys(source: Source, keys: readonly { path: Path; key: string }[]): ContentProblem[] {
  return checkUnique(
    keys,
    ({ key }) => key,
    ({ path, key }, first) => ({
      file: source.file,
      line: source.lineOf(path),
      field: describePath(path),
      message: wordingOf(`is "${key}", which is `, {
        inFile: `already in this file, on line ${source.lineOf(first.path)}`,
        inEditor: 'taken already; choose another one',
      }),
    }),
  );
}

const keysIn = <Field extends string>(list: string, field: Field, items: readonly Record<Field, string>[]) =>
  items.map((item, index) => ({ path: [list, index, field], key: item[field] }));
