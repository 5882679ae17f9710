import type { Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { decodeEntities } from './decode-entities.ts';
import { pictureFigures } from './figures.ts';
import { headingIds } from './heading-ids.ts';
import { numberColumns } from './number-columns.ts';
import { reachableScrollers } from './reachable-scrollers.ts';
import { allowed, readHtmlInMarkdown } from './safe-html.ts';
import { typographicQuotes } from './typographic-quotes.ts';

const toSafeHtml = () =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(readHtmlInMarkdown)
    .use(rehypeSanitize, allowed)
    .use(numberColumns)
    .use(reachableScrollers)
    .use(pictureFigures)
    // After it, since captions are titles of pictures before.
    .use(typographicQuotes);

const withHeadingIds = toSafeHtml().use(headingIds).use(rehypeStringify).freeze();

/**
 * Markdown (GitHub's flavour) to sanitised HTML. Pictures are named by their paths below `content/media`, until
 * `placePictures` puts them there. HTML in the source passes the allow-list too (`safe-html.ts`).
 * @param options.nameOnPage given if several texts share a page, where an id must be unique: headings then get no ids, and those of
 *   footnotes contain this name of the text
 */
export function renderMarkdown(source: string, { nameOnPage }: { nameOnPage?: string } = {}): string {
  const processor =
    nameOnPage === undefined ? withHeadingIds : toSafeHtml().use(nameFootnotes, nameOnPage).use(rehypeStringify);
  return String(processor.processSync(source)).trim();
}

/** Matches an id of footnotes, or a link to it. */
const footnoteId = /^(#?)(?:user-content-|(?=footnote-label$))/u;

/** Rehype plugin: adds the name of a text to the ids of its footnotes, which other texts of the page have as well. */
function nameFootnotes(name: string): (root: Root) => void {
  return (root) =>
    visit(root, 'element', ({ properties }) => {
      for (const key of ['id', 'href', 'ariaDescribedBy']) {
        const value = String(properties[key] ?? '');
        if (footnoteId.test(value)) properties[key] = value.replace(footnoteId, `$1user-content-${name}-`);
      }
    });
}

/** Inline elements, which do not separate words. */
const inWord = /<\/?(?:a|b|code|del|em|i|s|span|strong)\b[^>]*>/gu;

/** Returns the text of HTML, for excerpts, search and reading time. */
export const textOfHtml = (html: string): string =>
  decodeEntities(html.replace(inWord, '').replace(/<[^>]*>/gu, ' '))
    .replace(/\s+/gu, ' ')
    .trim();

/** Returns the heading ids in rendered Markdown. */
export const headingIdsOf = (html: string): string[] =>
  [...html.matchAll(/<h[1-6] id="([^"]+)"/gu)].map(([, id = '']) => id);

/**
 * Returns the words of Markdown for search and reading time, without rendering it, which takes a hundred times longer. Leaves
 * out Markdown syntax, URLs of links and HTML tags, which are not shown; includes code and captions. No pattern runs
 * past another opening character of what it matches: a text of nothing but these would take quadratic time.
 */
export function wordsOfMarkdown(source: string): string {
  const withoutTags = source
    .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gmu, ' ')
    .replace(/^ {0,3}\[(?!\^)[^[\]]+\]:.*$/gmu, ' ')
    .replace(/\[\^[^[\]\s]+\]:?/gu, ' ')
    .replace(/!?\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])?/gu, '$1')
    .replace(/<(https?:[^<>\s]*|[^<>@\s]+@[^<>@\s]+)>/gu, '$1')
    .replace(/<\/?[a-z!][^<>]*>/giu, ' ');
  return decodeEntities(withoutTags)
    .replace(/(?<![*_~`])[*_~`]+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.,!?)])[*_~`]+/gu, '')
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ');
}
