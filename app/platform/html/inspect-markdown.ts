import type { Element, Root } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { decodeEscapes } from '../../shared/decode-escapes.ts';
import { quote } from '../../shared/quote.ts';
import { shortenToCharacters } from '../../shared/shorten.ts';
import { type Wording, wordingOf } from '../content/problem.ts';
import { forbiddenCharacterIn } from '../content/read-text.ts';
import { allowed, readHtmlInMarkdown } from './safe-html.ts';

/** A reference in a text, with its line in the text, counted from 1. */
export interface Mention {
  name: string;
  line: number;
}

/** The references of a text, and the problems that do not depend on other files. */
export interface MarkdownFacts {
  /** Links into this site, as written. */
  links: readonly Mention[];
  /** Pictures by their paths below `content/media`. */
  pictures: readonly Mention[];
  problems: readonly Finding[];
  /** Text that the page shows although its author probably meant Markdown. */
  warnings: readonly Finding[];
}

/** What was found in a text. */
export interface Finding {
  /** Line in the text, counted from 1. */
  line: number;
  message: Wording;
}

const toHtmlTree = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(readHtmlInMarkdown)
  .freeze();

const nothing: MarkdownFacts = { links: [], pictures: [], problems: [], warnings: [] };

/**
 * Matches bold and italic text that CommonMark leaves literal (section 6.2, flanking delimiter runs) if the parser has left it in a
 * text: with a space inside its asterisks or underscores; bold text also with a space behind the first ones, or between punctuation and
 * a letter.
 */
const literalEmphasis =
  /(?<![\\*_\p{L}\p{N}])(?:(\*\*|__)[^\s*_](?:(?!\1).)*\s\1(?!\*)|([*_])[^\s*_](?:(?!\2).)*\s\2(?![*_\p{L}\p{N}])|(\*\*|__)[ \t](?:(?!\3).)*[^\s*_\\]\3(?![\p{L}\p{N}])|\*\*[^\s*][^*\n]*[^\s*\\]\*\*(?=[\p{L}\p{N}])(?!\*))/u;

/** Matches texts that need to be parsed, which takes about a millisecond. Most texts have only external links and do not. */
const mayRefer =
  /\]\(\s*<?(?!https?:\/\/|mailto:|tel:)|\]\[|\[\^|\]\([^)\s]*\s|^ {0,3}\[[^\]]+\]:\s*<?(?!https?:\/\/|mailto:|tel:)|!\[|<[a-z]|^ {0,3}#[ \t]|^ {0,3}=+[ \t]*$|^[ \t>]*(?:#{1,6}[^# \t]|[-+*]\p{L}|\d+[.)]\p{L}|[•▪◦‣]\s)|\] \(/imu;

/** Finds the references and problems of a Markdown text. @throws RangeError if the text is nested too deeply */
export function inspectMarkdown(source: string): MarkdownFacts {
  if (![mayRefer, literalEmphasis, thisMachine, numericReference].some((pattern) => pattern.test(source)))
    return nothing;
  const tree = toHtmlTree.parse(source);
  const links: Mention[] = [];
  const pictures: Mention[] = [];
  const ends = new Set(Array.from(source.matchAll(endTag), ([, name = '']) => name.toLowerCase()));
  const problems: Finding[] = droppedHtml(tree, ends);
  const warnings: Finding[] = [];
  const root = toHtmlTree.runSync(tree, source) as Root;
  const visit = (node: Root | Element, lineAround: number) => {
    for (const child of node.children) {
      const texts = child.type === 'element' ? Object.values(child.properties) : 'value' in child ? [child.value] : [];
      const hidden = forbiddenCharacterIn(texts.join(' '));
      if (hidden)
        problems.push({
          line: child.position?.start.line ?? lineAround,
          message: `contains an invisible character (${hidden.name}), written as its number; remove it`,
        });
      if (child.type === 'text') {
        const { line = lineAround, offset } = child.position?.start ?? {};
        // rehype-raw joins a text to the line break before a nested list, which has no position: then the end is missing.
        const end = child.position?.end?.offset ?? (offset ?? 0) + child.value.length;
        if (offset === undefined) continue;
        const written = source.slice(offset, end);
        const message = notationIn(written);
        if (message) problems.push({ line, message });
        const before = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
        for (const [index, text] of written.split('\n').entries()) {
          const warning = literalNotationIn(text, index > 0 || /^[ \t>]*$/u.test(before));
          if (warning) warnings.push({ line: line + index, message: warning });
        }
      }
      if (child.type !== 'element' || child.tagName === 'code') continue;
      const line = child.position?.start.line ?? lineAround;
      const { href, src, alt } = child.properties;
      if (child.tagName === 'a' && typeof href === 'string') {
        const message = problemWithLink(href);
        if (message) problems.push({ line, message });
        else if (/^(?:\/|#(?!user-content-))/u.test(href)) links.push({ name: href, line });
        else if (thisMachine.test(href))
          warnings.push({
            line,
            message: `links to ${quote(href)}, which is on your own machine: nobody else can open it`,
          });
      } else if (child.tagName === 'img') {
        const path = typeof src === 'string' ? mediaPath(src) : '';
        const message = problemWithPicture(path, String(alt ?? ''));
        if (message) problems.push({ line, message });
        else pictures.push({ name: path, line });
      } else if (child.tagName === 'h1') {
        problems.push({
          line,
          message: wordingOf('has a heading of level 1, which is the title of the page; those of a text begin with ', {
            inFile: '"## "',
            inEditor: '"Heading 2"',
          }),
        });
      }
      visit(child, line);
    }
  };
  visit(root, 1);
  return { links, pictures, problems, warnings };
}

/** Matches a character that is written as its number, such as `&#8238;`. */
const numericReference = /&#/u;

/** Markup that the page would show as text, because it does not parse as the link or footnote that it is meant to be. */
function notationIn(written: string): string | undefined {
  const [link] = /(?<!\\)\[[^\]\n]+\]\([^)\s]*\s(?:[^)\n]*\n)?[^)\n]*\)/u.exec(written) ?? [];
  if (link !== undefined && /\s[“”„«»‘’]/u.test(link))
    return `has a caption in typographic quotes: ${link}; write straight ones: "…"`;
  if (link !== undefined) return `has a space in the URL of a link: ${link}; write "%20" instead, or remove it`;
  const [start, element = ''] = /(?<!\\)<([a-z]\w*)\s+[a-z-]+=[^<>]*>?/iu.exec(written) ?? [];
  if (start !== undefined && allowedTags.has(element.toLowerCase()))
    return `shows ${start} as text; write values in straight quotes, such as <abbr title="…">`;
  const [note, name] = /(?<!\\)\[\^([^\]\s]+)\]/u.exec(written) ?? [];
  if (note !== undefined)
    return `names the footnote ${note}, which does not exist; write it below the text: [^${name}]: …`;
  const [reference, target] = /(?<!\\)\[[^\]\n]+\]\[([^\]\n]+)\]/u.exec(written) ?? [];
  return reference === undefined
    ? undefined
    : `has a link to ${JSON.stringify(target)}, which is not defined: ${reference}; write [words](/page)`;
}

/** Returns a warning about Markdown that a misplaced or missing space turns into literal text; undefined if a line has none. */
function literalNotationIn(line: string, isStart: boolean): string | undefined {
  // A bare URL is a link of its own, and ends the text.
  const [, words] = /(?<!\\)(\[[^\]]+\]) \((?:[/#]|mailto:|$)/iu.exec(line) ?? [];
  if (words !== undefined)
    return `shows ${words} with its brackets; remove the space behind it to link it: ${words}(…)`;
  const [emphasis] = literalEmphasis.exec(line) ?? [];
  if (emphasis !== undefined) {
    const [marks, text] = [
      emphasis.startsWith('*') ? 'asterisks' : 'underscores',
      /^(?:\*\*|__)/u.test(emphasis) ? 'bold' : 'italic',
    ];
    return `shows ${emphasis} with its ${marks}; ${text} text takes no space inside them, and a space or punctuation behind them`;
  }
  const [, bullet] = (isStart && /^[ \t>]*([•▪◦‣])\s/u.exec(line)) || [];
  if (bullet !== undefined)
    return `shows "${bullet}" literally, in one paragraph with the lines around it; begin each entry of a list with "- "`;
  const [, mark = '', word = ''] =
    (isStart && /^[ \t>]*(#{2,6}(?=[^#\s])|#(?=\p{L})|[-+*](?=\p{L})|\d+[.)](?=\p{L}))(\S+)/u.exec(line)) || [];
  return mark === ''
    ? undefined
    : `shows "${mark}${word}" literally; write "${mark === '#' ? '##' : mark} ${word}" for a ${mark.startsWith('#') ? 'heading' : 'list'}, or "${mark.replace(/[^\d]/u, '\\$&')}${word}" if that is meant`;
}

/** Matches a comment, which may name elements, or the first tag of an element. */
const tag = /<!--[\s\S]*?(?:-->|$)|<([a-z][^\s/>]*)(?=[\s/>])(?:"[^"]*"|'[^']*'|[^"'<>])*>/giu;

/** Maximum length of a tag in a message, characters: an attribute may be a whole picture. */
const maxTagLength = 80;

const endTag = /<\/([a-z][^\s>]*)/giu;

const allowedTags: ReadonlySet<string> = new Set([...(allowed.tagNames ?? []), 'wbr']);

/**
 * Reports elements that a page leaves out with their content, and words in angle brackets, so that an author's text does not disappear
 * silently. Other elements, such as `<u>…</u>`, lose only their tags.
 * @param ends names of the elements that the text ends
 */
function droppedHtml(tree: MarkdownNodes, ends: ReadonlySet<string>): Finding[] {
  if (tree.type === 'html') {
    const line = tree.position?.start.line ?? 1;
    const [, name] = /<(script|style|iframe|object|embed|form|video|audio|svg)\b/iu.exec(tree.value) ?? [];
    if (name !== undefined)
      return [
        { line, message: `has <${name.toLowerCase()}>, which the site removes; write a link or a picture instead` },
      ];
    return [...tree.value.matchAll(tag)].flatMap(([written, element]) => {
      if (element === undefined || allowedTags.has(element.toLowerCase()) || ends.has(element.toLowerCase())) return [];
      const found = shortenToCharacters(written, maxTagLength);
      const advice = {
        inFile: `remove it, or write "\\${found}" if that is meant`,
        inEditor: 'use other brackets, such as [name]',
      };
      return [{ line, message: wordingOf(`shows nothing for "${found}"; `, advice) }];
    });
  }
  return 'children' in tree ? tree.children.flatMap((child) => droppedHtml(child, ends)) : [];
}

/** Valid forms of links, for messages. */
const linkForms = '"/page", "/page#anchor", "#anchor", "https://…", "mailto:…" or "tel:…"';

const linkForm = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/iu;

/** Returns the problem of a link that does not depend on existing pages; undefined if it has none. */
function problemWithLink(href: string): string | undefined {
  if (!linkForm.test(href)) {
    const found = quote(href);
    const scheme = /^[a-z][a-z\d+.-]*:/iu.exec(href)?.[0].toLowerCase();
    if (scheme === 'javascript:' || scheme === 'vbscript:' || scheme === 'data:')
      return `${found} is a link that would run a program; it takes ${linkForms}`;
    if (/^www\./iu.test(href)) return `${found} is not complete; write ${quote(`https://${href}`)}`;
    if (/^[^/?#:@]+@[^/?#:@]+$/u.test(href)) return `${found} is not complete; write ${quote(`mailto:${href}`)}`;
    if (/^[^:]*\.pdf(?:#|$)/iu.test(href))
      return `${found} is relative; write "/media/${href.replace(/^(?:\.\/)?(?:media\/)?/u, '')}" for a PDF below content/media`;
    return scheme || href.startsWith('//')
      ? `${found} is a link that browsers would not follow safely; it takes ${linkForms}`
      : `${found} is relative, and would lead elsewhere from every page; it takes ${linkForms}`;
  }
  // Browsers resolve dots before the request, so that such a link leads to another page than it seems to.
  return href.startsWith('/') && /(?:^|\/)\.{1,2}(?:[/?#]|$)/u.test(href)
    ? `"${href}" leads out of its folder by "." or ".."; write the path of the page itself`
    : undefined;
}

/** Matches a URL of a server on the machine of whoever opens it (RFC 6761 §6.3, RFC 6890). */
const thisMachine = /(?<![\w./?=&-])https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?=[/:?#)>"\s]|$)/iu;

const example = '![What it shows](news/photo.jpg)';

/** Says how to replace something by a picture of the site. */
const pictureAdvice = {
  inFile: `put the file below content/media and write ${example}`,
  inEditor: 'drop its file onto the text',
};

/** Returns the problem of a picture that does not depend on existing files; undefined if it has none. */
function problemWithPicture(path: string, alt: string): Wording | undefined {
  if (path === '') return `names no picture; write its path below content/media, such as ${example}`;
  if (/^[a-z]:\\|^file:/iu.test(path)) return wordingOf(`"${path}" is a file on your own machine; `, pictureAdvice);
  if (/^data:/iu.test(path)) return wordingOf('contains a picture as text, as pasted; remove it and ', pictureAdvice);
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/iu.test(path))
    return wordingOf(`${quote(path)} is a picture of another site, which pages do not load; `, pictureAdvice);
  if (path.includes('\\')) return `"${path}" contains a backslash; write "/" between folders, such as ${example}`;
  if (/^(?:[./]|media\/)/u.test(path) || /(?:^|\/)\.\.(?:\/|$)/u.test(path))
    return `"${path}" is not a path below content/media; write it without "media/" or "." at its beginning, such as ${example}`;
  if (alt.trim() === '')
    return wordingOf(`"${path}" has no description; write `, {
      inFile: `between the brackets what the picture shows: ![What it shows](${path})`,
      inEditor: 'what it shows into the field "Alt Text"',
    });
  return undefined;
}

/** Returns the path of a picture below `content/media`: texts write a space as `%20`, and the editor adds a leading slash. */
export const mediaPath = (src: string): string => decodeEscapes(src.replace(/^\/(?!\/)/u, ''));
