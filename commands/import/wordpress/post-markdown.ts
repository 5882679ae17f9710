import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Nodes as MarkdownNodes, Root as MarkdownRoot, PhrasingContent, RootContent } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { mediaPrefix } from '../../../app/paths.ts';
import { withoutForbiddenCharacters } from '../../../app/platform/content/read-text.ts';
import { element, isElement, isFileButton, isTag, textNode } from '../../../app/platform/html/html-tree.ts';
import { renderMarkdown } from '../../../app/platform/html/markdown.ts';
import { isDocument } from '../../../app/platform/media/media.ts';
import { decodeEscapes } from '../../../app/shared/decode-escapes.ts';
import { elementsBelow, isBlank, rewrite } from './html-tree.ts';
import { blocks, makeParagraphs, trimRun } from './paragraphs.ts';
import { replaceShortcodes, type ShortcodeContext } from './shortcodes.ts';
import { breakInCell, simplifyTables, splitCodeInCells } from './tables.ts';

/** External references of a post's text. */
export interface PostContext extends Omit<ShortcodeContext, 'addFootnote'> {
  /** URL of the post's page, the base of relative URLs. */
  base: string;
  /** Returns this site's URL for an absolute URL of the old site. */
  newUrl(url: string): string | undefined;
  /** Whether an absolute URL is on a host of the blog. */
  isOwn(url: string): boolean;
  /** Returns the path below `content/media` of an imported picture or PDF by its absolute URL. */
  imported(url: string): string | undefined;
  /** Whether WordPress shows nothing but a picture of its media library at a URL. */
  isAttachmentPage(url: string): boolean;
  /** Footnotes of the block editor: HTML by id. */
  footnotes: ReadonlyMap<string, string>;
}

export interface PostMarkdown {
  markdown: string;
  /** URLs of pictures, and of PDFs on the blog's hosts, that were not imported: the text links to them. */
  remoteFiles: string[];
  /** Changes and omissions other than these files, each once. */
  changes: string[];
}

/** One conversion: what the text refers to, and the report on it. */
interface Conversion extends PostContext {
  remoteFiles: string[];
  note(change: string): void;
}

/** Prefix of the text of links to pictures. */
export const picturePrefix = 'Picture: ';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const toMarkdownTree = unified()
  .use(rehypeRemark, {
    handlers: {
      // The renderer has no superscript or subscript; digits and signs have their own Unicode characters.
      sup: (state, node: Element) => inline(state.all(node), (text) => shift(text, raised)),
      sub: (state, node: Element) => inline(state.all(node), (text) => shift(text, lowered)),
      br: ({ inTable }) => (inTable ? breakInCell : { type: 'break' }),
      'footnote-reference': (_state, node: Element) => ({
        type: 'footnoteReference',
        identifier: String(node.properties.id),
        label: String(node.properties.id),
      }),
    },
  })
  .freeze();
const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '*',
    strong: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    // Text that looks like a token of this site's content.
    unsafe: [{ character: '{', after: '[a-z_]+\\}' }],
  })
  .freeze();

/** Converts a post's stored HTML, from the block editor or the classic one, to Markdown for this site. */
export function postMarkdown(html: string, context: PostContext): PostMarkdown {
  const changes = new Set<string>();
  const footnotes = new Map(context.footnotes);
  const conversion: Conversion = { ...context, footnotes, remoteFiles: [], note: (change) => changes.add(change) };
  const { remoteFiles, note } = conversion;
  const inOne = html.replaceAll('<!--nextpage-->', '\n\n');
  if (inOne !== html) note('its pages became one');
  const addFootnote = (footnote: string) => {
    const id = `shortcode ${footnotes.size}`;
    footnotes.set(id, footnote);
    return id;
  };
  const withoutCodes = replaceShortcodes(inOne, { ...context, addFootnote }, note);

  const root = parser.parse(withoutCodes) as Root;
  // The classic editor writes <p> only with attributes, such as an alignment, beside paragraphs without tags.
  const hasLooseText = root.children.some((node) => node.type === 'text' && node.value.trim() !== '');
  const hasParagraphs = /<!--\s*wp:/u.test(html) || (/<p[\s>]/u.test(html) && !hasLooseText);
  noteDynamicBlocks(root, note);
  rewrite(root, (node) => cleanNode(node, conversion));
  makeParagraphs(root, { breaks: !hasParagraphs });
  rewrite(root, (node) => placePictures(node, conversion));
  simplifyTables(root, note);
  shiftHeadings(root, note);

  const tree = toMarkdownTree.runSync(root) as MarkdownRoot;
  splitCodeInCells(tree);
  addFootnotes(tree, conversion);
  return { markdown: writeWithInnerLinks(tree, root, note), remoteFiles, changes: [...changes] };
}

/** Returns the text of HTML on one line. */
export function plainText(html: string): string {
  const root = parser.parse(html) as Root;
  rewrite(root, (node) => {
    if (isTag(node, ...dropped)) return [];
    return isTag(node, 'br', ...blocks) ? [textNode(' '), node, textNode(' ')] : [node];
  });
  return withoutForbiddenCharacters(textOf(root)).replace(/\s+/gu, ' ').trim();
}

/** Elements that are removed with their contents. */
const dropped =
  'script style noscript template object embed form input select textarea svg math canvas map title head link meta'.split(
    ' ',
  );

/** Removed elements that the report mentions. */
const reportedDrops = new Set('script object embed form select textarea svg math canvas map'.split(' '));

function cleanNode(node: ElementContent, conversion: Conversion): ElementContent[] {
  // Editors scatter no-break spaces; a single one between two words may be intentional.
  if (node.type === 'text')
    return [textNode(node.value.replace(/\u00A0(?=\s|$)|(?<=^|\s)\u00A0/gu, ' ').replace(/[\u200B\uFEFF]/gu, ''))];
  if (!isElement(node)) return [];
  const { tagName, properties } = node;
  if (dropped.includes(tagName)) {
    if (reportedDrops.has(tagName)) conversion.note(`<${tagName}> left out`);
    return [];
  }
  const footnote = typeof properties.dataFn === 'string' ? properties.dataFn : undefined;
  if (tagName === 'sup' && footnote && conversion.footnotes.has(footnote)) {
    return [element('footnote-reference', [], { id: footnoteNumber(conversion, footnote) })];
  }
  if (tagName === 'iframe' || tagName === 'video' || tagName === 'audio') return embedded(node, conversion);
  if (tagName === 'a') return link(node, conversion);
  if (tagName === 'button') {
    conversion.note('<button> became its label');
    return node.children.filter((child) => !isElement(child) || child.properties.ariaHidden !== 'true');
  }
  // WordPress draws emoji as pictures, which authors paste into texts.
  if (tagName === 'img' && [properties.className].flat().some((name) => name === 'emoji' || name === 'wp-smiley'))
    return [textNode(String(properties.alt ?? ''))];
  if (tagName === 'pre') return [preformatted(node)];
  // The block editor aligns columns by this attribute, the classic one by `align`.
  if (isTag(node, 'th', 'td') && typeof properties.dataAlign === 'string') properties.align = properties.dataAlign;
  if (tagName === 'img' || tagName === 'br' || tagName === 'hr') return [node];
  // The paragraph with the link to a player would join the words around it.
  if (/^(?:p|h[1-6])$/u.test(tagName))
    rewrite(node, (child) => (isTag(child, 'p') ? [textNode(' '), ...child.children, textNode(' ')] : [child]));
  if (/^h[1-6]$/u.test(tagName))
    return isBlank(node) ? [] : [{ ...node, children: node.children.flatMap(unwrapStrong) }];
  if (isTag(node, 'p', 'figcaption') && node.children.every(isBlank)) return [];
  if (isTag(node, 'ul', 'ol')) moveListsIntoItems(node);
  return formatting.includes(tagName) ? withoutOuterSpace(node) : [node];
}

const formatting = 'strong b em i u mark span del s strike'.split(' ');

/** Moves white space and line breaks at both ends out of formatted text: inside, Markdown takes them only as character references. */
function withoutOuterSpace(node: Element): ElementContent[] {
  const parts = node.children.flatMap((child): ElementContent[] =>
    child.type === 'text'
      ? child.value
          .split(/(^\s+|\s+$)/u)
          .filter(Boolean)
          .map(textNode)
      : [child],
  );
  const [first, ...others] = trimRun(parts);
  if (!first) return parts;
  const start = parts.indexOf(first);
  const end = start + 1 + others.length;
  return [...parts.slice(0, start), { ...node, children: [first, ...others] }, ...parts.slice(end)];
}

/** Moves a list that is beside the items of another one, as word processors paste it, into the item before it. */
function moveListsIntoItems(list: Element): void {
  const children: ElementContent[] = [];
  for (const child of list.children) {
    const item = children.findLast((other) => isTag(other, 'li'));
    (item && isTag(child, 'ul', 'ol') ? item.children : children).push(child);
  }
  list.children = children;
}

const unwrapStrong = (node: ElementContent): ElementContent[] => (isTag(node, 'strong', 'b') ? node.children : [node]);

function absolute(href: string, base: string): string | undefined {
  const url = URL.parse(href.trim(), base);
  return url && /^(?:https?|mailto|tel):$/u.test(url.protocol) ? url.href : undefined;
}

/** Returns this site's URL for an absolute URL, and lists a PDF of the blog that was not imported. */
function ownUrl(url: string, { isOwn, newUrl, imported, remoteFiles }: Conversion): string | undefined {
  const { pathname, hash } = new URL(url);
  if (!isDocument(pathname) || !isOwn(url)) return newUrl(url);
  const path = imported(url);
  if (path !== undefined) return `${mediaPrefix}${encodeURI(path)}${hash}`;
  remoteFiles.push(url);
  return undefined;
}

function link(node: Element, conversion: Conversion): ElementContent[] {
  const { base, note } = conversion;
  const href = String(node.properties.href ?? '').trim();
  if (!href)
    return node.properties.id || node.properties.name
      ? [element('span', node.children, { id: String(node.properties.id ?? node.properties.name) })]
      : node.children;
  if (href.startsWith('#')) return [element('a', node.children, { href })];
  const url = absolute(href, base);
  if (url === undefined) {
    note(`link to ${JSON.stringify(href.slice(0, 80))} removed, its text stays`);
    return node.children;
  }
  const own = ownUrl(url, conversion);
  const [page, anchor] = url.split('#');
  if (own === undefined && anchor && page && page === absolute(base, base))
    return [element('a', node.children, { href: `#${anchor}` })];
  if (isBlank(node)) return [];
  const result = element('a', node.children, { href: own ?? url });
  return isFileButton(node.properties) ? [textNode(' '), result] : [result];
}

/** Replaces a player or a frame by a link to its source. */
function embedded(node: Element, { base, note }: Conversion): ElementContent[] {
  const inner = node.children.find((child) => isTag(child, 'source'));
  const source = [node, inner]
    .map((item) => isElement(item) && (item.properties.src ?? item.properties.dataSrc))
    .find(Boolean);
  const url = typeof source === 'string' ? absolute(source, base) : undefined;
  note(url ? `<${node.tagName}> became a link` : `<${node.tagName}> without a URL was left out`);
  const title = String(node.properties.title ?? '').trim();
  return url ? [element('p', [element('a', [textNode(title || url)], { href: url })])] : [];
}

/** Returns code with its language where the renderer expects it; highlighters store it in various attributes. */
function preformatted(node: Element): Element {
  const code = node.children.find((child) => isTag(child, 'code'));
  const words = [node, code]
    .filter((item) => isElement(item))
    .flatMap(({ properties }) => [
      properties.className,
      properties.lang,
      properties.dataEnlighterLanguage,
      properties.dataLang,
    ])
    .flat()
    .filter((word) => typeof word === 'string')
    .join(' ');
  const language = /(?:lang(?:uage)?-|brush:\s*|^)([\w+#-]+)/iu.exec(words.replace(/\bwp-block-\w+/gu, '').trim())?.[1];
  return element('pre', [
    element(
      'code',
      [textNode(textWithBreaks(node))],
      language ? { className: [`language-${language.toLowerCase()}`] } : {},
    ),
  ]);
}

function textWithBreaks(node: ElementContent): string {
  if (isTag(node, 'br')) return '\n';
  return isElement(node) ? node.children.map(textWithBreaks).join('') : node.type === 'text' ? node.value : '';
}

/** Reports blocks that WordPress renders on demand, which have no text in an export. */
function noteDynamicBlocks(root: Root, note: (change: string) => void): void {
  const notes = (nodes: readonly (Root['children'][number] | ElementContent)[]) => {
    for (const node of nodes) {
      if (node.type === 'element') notes(node.children);
      if (node.type !== 'comment') continue;
      const name = /^\s*wp:([a-z][\w/-]*)[\s\S]*\/\s*$/u.exec(node.value)?.[1];
      if (name && !['more', 'nextpage', 'separator', 'spacer', 'footnotes'].includes(name))
        note(
          name === 'block'
            ? 'reusable block left out: the export does not have it in this place'
            : `block "${name}" left out: WordPress fills it in when it shows a page`,
        );
    }
  };
  notes(root.children);
}

/** Turns a line that is only a URL into a link, and a picture that is not imported into a link with its caption or description. */
function placePictures(node: ElementContent, conversion: Conversion): ElementContent[] {
  if (isTag(node, 'p', 'div', 'figure')) {
    const [only, ...others] = node.children.filter((child) => !isBlank(child));
    const href =
      only?.type === 'text' && others.length === 0 ? /^\s*(https?:\/\/\S+)\s*$/u.exec(only.value)?.[1] : undefined;
    const url = href && absolute(href, conversion.base);
    if (url) return [element('p', [element('a', [textNode(url)], { href: ownUrl(url, conversion) ?? url })])];
  }
  if (isTag(node, 'img')) return placePicture(node, conversion);
  if (isTag(node, 'a') && elementsBelow(node).some(isPicture)) {
    const picture = elementsBelow(node).find(isPicture);
    const words = node.children.filter((child) => !isBlank(child));
    const href = String(node.properties.href);
    const leadsToPicture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/iu.test(href);
    // The page shows a picture in full size: a link to its file, or to its attachment page, is redundant.
    if (picture?.tagName === 'img') return leadsToPicture || conversion.isAttachmentPage(href) ? node.children : [node];
    // Links cannot be nested: the picture's own link stays, to the large version where the old link led to one.
    if (!picture || words.length > 1) return node.children;
    return [leadsToPicture ? { ...picture, properties: { ...picture.properties, href } } : picture];
  }
  return isTag(node, 'figure') ? figure(node, conversion) : [node];
}

/** Whether an element is a picture that `placePicture` has placed, or the link in its place. */
const isPicture = (node: ElementContent): node is Element =>
  isTag(node, 'a', 'img') && 'dataPicture' in node.properties;

function placePicture(node: Element, { base, imported, remoteFiles }: Conversion): ElementContent[] {
  const { src, dataSrc, dataLazySrc, dataOrigFile, alt } = node.properties;
  // Lazy loaders use a blank picture as `src`.
  const source = [dataOrigFile, dataLazySrc, dataSrc, src].find(
    (value) => typeof value === 'string' && !value.startsWith('data:'),
  );
  const url = typeof source === 'string' && source ? absolute(source, base) : undefined;
  if (!url?.startsWith('http')) return [];
  const file = decodeEscapes(url.split('/').at(-1)?.split('?')[0] ?? url);
  const described = String(alt ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  const path = imported(url);
  if (path !== undefined) {
    const words = described || file.replace(/\.\w+$/u, '').replace(/[-_\s]+/gu, ' ');
    return [element('img', [], { src: encodeURI(path), alt: words, dataPicture: described && 'described' })];
  }
  remoteFiles.push(url);
  return [element('a', [textNode(`${picturePrefix}${described || file}`)], { href: url, dataPicture: '' })];
}

/** Converts a figure. The caption describes a single picture; several become a gallery, or links, with the caption below. */
function figure(node: Element, { note }: Conversion): ElementContent[] {
  const pictures = [...elementsBelow(node)].filter(isPicture);
  const caption = elementsBelow(node).find((item) => item.tagName === 'figcaption');
  if (pictures.length === 0 || elementsBelow(node).some((item) => isTag(item, 'table', 'pre', 'blockquote')))
    return [node];
  const loose = node.children.filter(
    (child) => child !== caption && ![child, ...elementsBelow(child)].some((item) => isPicture(item as Element)),
  );
  const texts = [...(caption ? [caption] : []), ...loose];
  for (const { tagName, properties } of texts.flatMap((text) => [text as Element, ...elementsBelow(text)]))
    if (tagName === 'a') note(`link to ${JSON.stringify(properties.href)} in a caption removed, its text stays`);
  const words = texts.map(textOf).join(' ').replace(/\s+/gu, ' ').trim();
  const [picture] = pictures;
  if (picture && pictures.length === 1) return [element('p', [linked(node, picture, captioned(picture, words))])];
  const shown = pictures.filter(({ tagName }) => tagName === 'img');
  const linkedTo = pictures.filter(({ tagName }) => tagName !== 'img');
  const inOneLine = shown.flatMap((item, index) => [...(index > 0 ? [textNode(' ')] : []), linked(node, item, item)]);
  const paragraphs = [inOneLine, ...linkedTo.map((item) => [item]), words ? [textNode(words)] : []];
  return paragraphs.filter((children) => children.length > 0).map((children) => element('p', children));
}

/** Adds a caption to a picture: as the title of an image or as the text of a link. */
function captioned(picture: Element, words: string): Element {
  if (!words) return picture;
  if (picture.tagName !== 'img') return { ...picture, children: [textNode(`${picturePrefix}${words}`)] };
  const alt = picture.properties.dataPicture ? picture.properties.alt : words;
  return { ...picture, properties: { ...picture.properties, alt, title: words } };
}

/** Wraps the replacement of a figure's picture in the picture's link. */
function linked(figure: Element, picture: Element, replacement: Element): Element {
  const link = elementsBelow(figure).find(({ tagName, children }) => tagName === 'a' && children.includes(picture));
  return link ? { ...link, children: [replacement] } : replacement;
}

/** Shifts headings so that the highest becomes an `h2`, because the page's title is its only `h1`. */
function shiftHeadings(root: Root, note: (change: string) => void): void {
  const headings = [...elementsBelow(root)].filter(({ tagName }) => /^h[1-6]$/u.test(tagName));
  const levels = headings.map(({ tagName }) => Number(tagName[1]));
  const move = 2 - Math.min(...levels);
  if (headings.length === 0 || move === 0) return;
  for (const heading of headings) heading.tagName = `h${Math.min(6, Number(heading.tagName[1]) + move)}`;
  note('headings moved so that the highest is of the second level');
}

const footnoteNumber = ({ footnotes }: PostContext, id: string) => String([...footnotes.keys()].indexOf(id) + 1);

function addFootnotes(tree: MarkdownRoot, conversion: Conversion): void {
  const used = new Set<string>();
  visit(tree, 'footnoteReference', ({ identifier }) => void used.add(identifier));
  for (const [id, html] of conversion.footnotes) {
    const identifier = footnoteNumber(conversion, id);
    if (!used.has(identifier)) continue;
    const root = parser.parse(html) as Root;
    rewrite(root, (node) => cleanNode(node, conversion));
    rewrite(root, (node) => placePictures(node, conversion));
    const { children } = toMarkdownTree.runSync({
      type: 'root',
      children: [element('p', root.children as ElementContent[])],
    }) as MarkdownRoot;
    tree.children.push({ type: 'footnoteDefinition', identifier, label: identifier, children } as RootContent);
  }
}

/** Writes the tree, with links within the page adapted to the ids of headings here; others become plain text. */
function writeWithInnerLinks(tree: MarkdownRoot, source: Root, note: (change: string) => void): string {
  const written = writer.stringify(tree);
  const hasAnchors = elementsBelow(source).some(
    ({ tagName, properties }) => tagName === 'a' && String(properties.href ?? '').startsWith('#'),
  );
  if (!hasAnchors) return written;
  const ids = [...renderMarkdown(written).matchAll(/<h([1-6]) id="([^"]+)"/gu)];
  const headings = [...elementsBelow(source)].filter(({ tagName }) => /^h[1-6]$/u.test(tagName));
  const anchors = new Map<string, string>();
  for (const [index, heading] of headings.entries()) {
    const [, level, id] = ids[index] ?? [];
    if (!id || Number(level) > 4) continue;
    for (const { properties } of [heading, ...elementsBelow(heading)])
      if (properties.id) anchors.set(String(properties.id), id);
  }
  visit(tree, 'link', (link, index, parent) => {
    if (!link.url.startsWith('#')) return undefined;
    const id = anchors.get(decodeEscapes(link.url.slice(1)));
    if (id) {
      link.url = `#${id}`;
      return undefined;
    }
    note(`link to ${JSON.stringify(link.url)} removed, its text stays`);
    parent?.children.splice(index ?? 0, 1, ...link.children);
    return index;
  });
  return writer.stringify(tree);
}

const pairs = (from: string, to: string): ReadonlyMap<string, string> => {
  const others = [...to];
  return new Map([...from].map((character, index) => [character, others[index] ?? character]));
};
const raised = pairs('0123456789+-−n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ');
const lowered = pairs('0123456789+-−', '₀₁₂₃₄₅₆₇₈₉₊₋₋');

/** Replaces all characters of a text; returns the text unchanged if one has no replacement. */
function shift(text: string, characters: ReadonlyMap<string, string>): string {
  const shifted = [...text].map((character) => characters.get(character));
  return shifted.includes(undefined) ? text : shifted.join('');
}

function inline(nodes: MarkdownNodes[], change: (text: string) => string): PhrasingContent[] {
  return nodes.map((node) =>
    node.type === 'text' ? { ...node, value: change(node.value) } : node,
  ) as PhrasingContent[];
}
