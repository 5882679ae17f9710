import type { Element, Root } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { decodeEscapes } from '../../shared/decode-escapes.ts';
import { readHtmlInMarkdown } from './safe-html.ts';

/** Something that a text names, with the line of the text on which it does, counted from 1. */
export interface Mention {
  name: string;
  line: number;
}

/** What a text refers to, and what is wrong with it whatever else there is. */
export interface MarkdownFacts {
  /** Links into this site, as written. */
  links: readonly Mention[];
  /** Pictures by their paths below `content/media`. */
  pictures: readonly Mention[];
  problems: readonly { line: number; message: string }[];
}

const toHtmlTree = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(readHtmlInMarkdown)
  .freeze();

const nothing: MarkdownFacts = { links: [], pictures: [], problems: [] };

/** What a text has to hold to be read at all, which takes about a millisecond. Most links lead elsewhere and need none of it. */
const mayRefer =
  /\]\(\s*<?(?!https?:\/\/|mailto:|tel:)|\]\[|\[\^|\]\([^)\s]*\s|<(?:script|style|iframe|object|embed|form|video|audio|svg)\b|^ {0,3}\[[^\]]+\]:\s*<?(?!https?:\/\/|mailto:|tel:)|!\[|<(?:a|img|h1)\b|<[a-z][a-z+.-]*:|^ {0,3}#[ \t]|^ {0,3}=+[ \t]*$/imu;

/**
 * Reads a text as Markdown for what it refers to.
 * @throws RangeError when the text is nested too deeply
 */
export function inspectMarkdown(source: string): MarkdownFacts {
  if (!mayRefer.test(source)) return nothing;
  const tree = toHtmlTree.parse(source);
  const links: Mention[] = [];
  const pictures: Mention[] = [];
  const problems: { line: number; message: string }[] = droppedHtml(tree);
  const root = toHtmlTree.runSync(tree, source) as Root;
  const visit = (node: Root | Element, lineAround: number) => {
    for (const child of node.children) {
      if (child.type === 'text') {
        const from = child.position?.start;
        const written = source.slice(from?.offset ?? 0, from?.offset === undefined ? 0 : child.position?.end.offset);
        const message = notationIn(written);
        if (message) problems.push({ line: from?.line ?? lineAround, message });
      }
      if (child.type !== 'element' || child.tagName === 'code') continue;
      const line = child.position?.start.line ?? lineAround;
      const { href, src, alt } = child.properties;
      if (child.tagName === 'a' && typeof href === 'string') {
        const message = problemWithLink(href);
        if (message) problems.push({ line, message });
        else if (/^(?:\/|#(?!user-content-))/u.test(href)) links.push({ name: href, line });
      } else if (child.tagName === 'img') {
        const path = typeof src === 'string' ? mediaPath(src) : '';
        const message = problemWithPicture(path, String(alt ?? ''));
        if (message) problems.push({ line, message });
        else pictures.push({ name: path, line });
      } else if (child.tagName === 'h1') {
        problems.push({
          line,
          message: 'has a heading with one "#", which is the title of the page; the headings of a text begin with "##"',
        });
      }
      visit(child, line);
    }
  };
  visit(root, 1);
  return { links, pictures, problems };
}

/** Markup that the page would show as text, because it does not parse as the link or footnote that it is meant to be. */
function notationIn(written: string): string | undefined {
  const [link] = /(?<!\\)\[[^\]\n]+\]\([^)\n]*\s[^)\n]*\)/u.exec(written) ?? [];
  if (link !== undefined)
    return `has a space in the address of a link: ${link}; write "%20" in its place, or remove it`;
  const [note, name] = /(?<!\\)\[\^([^\]\s]+)\]/u.exec(written) ?? [];
  if (note !== undefined)
    return `names the footnote ${note}, which is not there; write it below the text: [^${name}]: …`;
  const [reference, target] = /(?<!\\)\[[^\]\n]+\]\[([^\]\n]+)\]/u.exec(written) ?? [];
  return reference === undefined
    ? undefined
    : `has a link to ${JSON.stringify(target)}, whose address is not there: ${reference}; write [words](/page)`;
}

/** Elements that a page leaves out with all that is in them, so that an author's text would be gone without a word. */
function droppedHtml(tree: MarkdownNodes): { line: number; message: string }[] {
  if (tree.type === 'html') {
    const [, name] = /<(script|style|iframe|object|embed|form|video|audio|svg)\b/iu.exec(tree.value) ?? [];
    return name === undefined
      ? []
      : [
          {
            line: tree.position?.start.line ?? 1,
            message: `has <${name.toLowerCase()}>, which a page leaves out; write a link or a picture in its place`,
          },
        ];
  }
  return 'children' in tree ? tree.children.flatMap(droppedHtml) : [];
}

/** What links take, for messages. */
const linkForms = '"/page", "/page#anchor", "#anchor", "https://…", "mailto:…" or "tel:…"';

const linkForm = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/iu;

/** Why a link of a text cannot be used, whatever pages there are; nothing for one that can. */
function problemWithLink(href: string): string | undefined {
  if (!linkForm.test(href)) {
    const found = JSON.stringify(href);
    const scheme = /^[a-z][a-z\d+.-]*:/iu.exec(href)?.[0].toLowerCase();
    if (scheme === 'javascript:' || scheme === 'vbscript:' || scheme === 'data:')
      return `${found} is a link that would run a program; it takes ${linkForms}`;
    return scheme || href.startsWith('//')
      ? `${found} is a link that browsers would not follow safely; it takes ${linkForms}`
      : `${found} is relative, and would lead elsewhere from every page; it takes ${linkForms}`;
  }
  // Browsers resolve dots before they ask: such a link leads to another page than the one it names.
  return href.startsWith('/') && /(?:^|\/)\.{1,2}(?:[/?#]|$)/u.test(href)
    ? `"${href}" leads out of its folder by "." or ".."; write the path of the page itself`
    : undefined;
}

const example = '![What it shows](news/photo.jpg)';

/** Why a picture of a text cannot be used, whatever files there are; nothing for one that can. */
function problemWithPicture(path: string, alt: string): string | undefined {
  if (path === '') return `names no picture; write its path below content/media, such as ${example}`;
  if (/^[a-z]:\\|^file:/iu.test(path))
    return `"${path}" is a file on your own machine; copy it below content/media and write ${example}`;
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/iu.test(path))
    return `"${path}" is a picture of another site, which pages do not load; put the file below content/media and write ${example}`;
  if (path.includes('\\')) return `"${path}" holds a backslash; write "/" between folders, such as ${example}`;
  if (/^(?:[./]|media\/)/u.test(path) || /(?:^|\/)\.\.(?:\/|$)/u.test(path))
    return `"${path}" is no path below content/media; write it without "media/" or "." at its beginning, such as ${example}`;
  if (alt.trim() === '')
    return `"${path}" has no description; write between the brackets what the picture shows: ![What it shows](${path})`;
  return undefined;
}

/** The path of a picture on disk, below `content/media`: in a text, a space is written `%20`, and the editor puts a slash first. */
export const mediaPath = (src: string): string => decodeEscapes(src.replace(/^\/(?!\/)/u, ''));
