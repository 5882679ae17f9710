import type { ArticleIndex } from '../features/articles/article-index.ts';
import { articlePrefix, careersPath } from '../paths.ts';
import { type Path, resolveReferences } from '../platform/content/reference.ts';
import type { ContentLink, UnscheduledContent } from './site-content.ts';

/** Whether there is no page at a path now. */
export type IsAbsent = (path: string) => boolean;

const positionPrefix = `${careersPath}/`;

/** Whether a link leads to an article or a position, which may appear and expire. */
const isTemporary = (link: string) => link.startsWith(articlePrefix) || link.startsWith(positionPrefix);

const pathOf = (link: string) => link.replace(/[?#].*$/u, '');

/** Returns every reference of one kind in the data of a file, with its path. */
export function referencesIn(value: unknown, kind: string): { path: Path; key: string }[] {
  const found: { path: Path; key: string }[] = [];
  resolveReferences(
    value,
    (pointer) => (pointer.kind === kind ? { problem: pointer.key } : { found: undefined }),
    (path, key) => found.push({ path, key }),
  );
  return found;
}

/** Returns the links in the data of a file whose pages may not exist at times. */
export const contentLinksIn = (value: unknown, page?: string): ContentLink[] =>
  referencesIn(value, 'link').flatMap(({ path, key }) => (isTemporary(key) ? [{ page, path, to: key }] : []));

const anchorElement = /<a ((?:[^">]|"[^"]*")*)>(.*?)<\/a>/gsu;

/** Removes links without a page from sanitised HTML; their text remains. */
export function withoutAbsentLinks(html: string, isAbsent: IsAbsent): string {
  return html.replace(anchorElement, (whole, attributes: string, content: string) => {
    const href = /(?:^| )href="([^"]*)"/u.exec(attributes)?.[1];
    return href !== undefined && isTemporary(href) && isAbsent(pathOf(href)) ? content : whole;
  });
}

/** Parts of the content that link to articles and positions. */
type LinkingContent = Pick<UnscheduledContent, 'site' | 'pages' | 'people' | 'positions' | 'legal' | 'contentLinks'>;

/** Removes links to pages that do not exist: their text stays, with an empty `to`. Parts without such links remain the same objects. */
export function contentWithoutAbsentLinks<Content extends LinkingContent>(
  content: Content,
  isAbsent: IsAbsent,
): Content {
  const absent = content.contentLinks.filter(({ to }) => isAbsent(pathOf(to)));
  const without = <Value>(value: Value, page: string | undefined): Value =>
    absent.filter((link) => link.page === page).reduce((changed, { path }) => withEmpty(changed, path), value);
  const inHtml = <Item extends object, Field extends keyof Item>(items: readonly Item[], field: Field): Item[] =>
    items.map((item) => {
      const html = item[field];
      const changed = typeof html === 'string' ? withoutAbsentLinks(html, isAbsent) : html;
      return changed === html ? item : { ...item, [field]: changed };
    });
  const { people, legal } = content;
  return {
    ...content,
    site: without(content.site, undefined),
    pages: content.pages.map((page) => without(page, page.address)),
    people: {
      ...people,
      leadership: inHtml(people.leadership, 'bio'),
      advisors: inHtml(people.advisors, 'bio'),
    },
    positions: inHtml(content.positions, 'html'),
    legal: legal.map((page) => ({ ...page, parts: inHtml(page.parts, 'html') })),
  };
}

/** Wraps an index so that its articles have no links to pages that do not exist. */
export const indexWithoutAbsentLinks = (index: ArticleIndex, isAbsent: IsAbsent): ArticleIndex => ({
  ...index,
  async find(slug) {
    const article = await index.find(slug);
    return article && { ...article, html: withoutAbsentLinks(article.html, isAbsent) };
  },
});

/** Returns the targets of a content's links that have no page. */
export const absentTargets = ({ contentLinks }: LinkingContent, isAbsent: IsAbsent): string[] =>
  [...new Set(contentLinks.map(({ to }) => pathOf(to)))].filter(isAbsent).sort();

/** Returns a copy of a value with an empty text at a path. */
function withEmpty<Value>(value: Value, [key, ...rest]: Path): Value {
  if (key === undefined) return '' as Value;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withEmpty(item, rest) : item)) as Value;
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [key]: withEmpty(record[key], rest) } as Value;
}
