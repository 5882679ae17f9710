import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { articlePrefix } from '../../paths.ts';
import { decodeEscapes } from '../../shared/decode-escapes.ts';
import { maxTextBytes, withoutForbiddenCharacters } from '../content/read-text.ts';
import { pictureFigures } from './figures.ts';
import { headingIds } from './heading-ids.ts';
import { element, isFileButton, isTag, textNode } from './html-tree.ts';
import { reachableScrollers } from './reachable-scrollers.ts';
import { allowed, dropForeignId, isSilent } from './safe-html.ts';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const toSafeHtml = () => unified().use(rehypeSanitize, allowed).use(reachableScrollers).use(pictureFigures);
const plain = toSafeHtml().freeze();
const withHeadingIds = toSafeHtml().use(headingIds).freeze();
const writer = unified().use(rehypeStringify).freeze();

/**
 * Sanitises HTML of an outside content host with the same allow-list as other texts. Headings get the ids that they would have
 * here, other targets of links in the text a prefix, and these links are adapted; players and frames become links; URLs become
 * absolute, except those of the host's own articles, which lead to the same article here.
 * @param options.origin origin of the host
 * @param options.headingIds whether headings get ids; not if several texts share a page, where an id must be unique
 * @throws RangeError if it is nested too deeply, or becomes longer than the text of a file may be
 */
export function sanitizeUntrustedHtml(
  html: string,
  { origin, headingIds = true }: { origin: string; headingIds?: boolean },
): string {
  const root = parser.parse(html) as Root;
  const anchors: Anchors = { headings: [], others: headingIds ? new Set() : undefined };
  root.children = root.children.flatMap((node) => (node.type === 'doctype' ? [] : prepare(node, origin, anchors)));
  const safe = (headingIds ? withHeadingIds : plain).runSync(root) as Root;
  adaptAnchors(safe, anchors);
  const written = withoutForbiddenCharacters(writer.stringify(safe)).trim();
  // Elements that are not closed are repeated in each following one.
  if (written.length > maxTextBytes) throw new RangeError(`The HTML becomes longer than ${maxTextBytes} characters`);
  return written;
}

/** Matches an entity, or a tag that may occur in a title; other text in angle brackets is literal. */
const markup =
  /&#?\w+;|<\/?(?:a|b|br|cite|code|del|div|em|h[1-6]|i|ins|li|mark|ol|p|q|s|small|span|strong|su[bp]|u|ul)(?:\s[^<>]*|\s*\/)?>/iu;

/** Matches a tag that separates words without a space. */
const lineEnd = /<\/?(?:br|div|h[1-6]|li|ol|p|ul)(?=[\s/>])/giu;

/** Returns the text of a value that may be plain text or HTML: WordPress encodes special characters in titles, others do not. */
export function plainText(text: string): string {
  const content = markup.test(text) ? textOf(parser.parse(text.replace(lineEnd, ' $&'))) : text;
  return withoutForbiddenCharacters(content).replace(/\s+/gu, ' ').trim();
}

const isHeading = (node: ElementContent): node is Element => node.type === 'element' && /^h[1-6]$/u.test(node.tagName);

/** The ids of a text. */
interface Anchors {
  /** Of each heading, in order. */
  readonly headings: (string | undefined)[];
  /** Of other elements, such as footnotes; undefined if ids are not wanted. */
  readonly others: Set<string> | undefined;
}

/** Separates ids of a text from those of the page around it. */
const anchorPrefix = 'user-content-';

/** Prepares a node for the allow-list. @param anchors its ids are added */
function prepare(node: ElementContent, origin: string, anchors: Anchors): ElementContent[] {
  if (node.type !== 'element') return node.type === 'comment' ? [] : [node];
  const { tagName, properties } = node;
  if (['iframe', 'video', 'audio', 'embed'].includes(tagName)) return playerLink(node, origin);
  if (isSilent(node)) return [];
  const id = dropForeignId(node);
  if (isHeading(node)) {
    anchors.headings.push(id);
    node.children = node.children.flatMap((child) => (isTag(child, 'button') ? labelOf(child) : [child]));
    // The title is the page's only heading of the first level.
    if (tagName === 'h1') node.tagName = 'h2';
  } else if (id && !properties.id && anchors.others?.has(id) === false) {
    anchors.others.add(id);
    properties.id = anchorPrefix + id;
  }
  if (tagName === 'a') {
    const href = absolute(properties.href, origin);
    if (href === undefined) delete properties.href;
    else properties.href = href;
  }
  if (tagName === 'img') {
    const source = absolute(
      [properties.dataLazySrc, properties.dataSrc, properties.src].find(
        (value) => typeof value === 'string' && !value.startsWith('data:'),
      ),
      origin,
    );
    if (!source) return [];
    const { alt, title } = properties;
    node.properties = {
      src: source.startsWith('/') ? origin + source : source,
      alt: String(alt ?? ''),
      ...(title ? { title } : {}),
    };
  }
  node.children = node.children.flatMap((child) => prepare(child, origin, anchors));
  if (tagName === 'a' && leadsToOwnPicture(node, origin)) return node.children;
  return isFileButton(properties) ? [textNode(' '), node] : [node];
}

/** Whether a link around a picture leads to a file of the host: the page shows the picture in full size. */
function leadsToOwnPicture({ properties, children }: Element, origin: string): boolean {
  const url = typeof properties.href === 'string' ? URL.parse(properties.href) : null;
  return (
    url?.origin === origin &&
    /\.(?:avif|gif|jpe?g|png|svg|webp)$/iu.test(url.pathname) &&
    children.some((child) => isTag(child, 'img'))
  );
}

function playerLink({ properties, children }: Element, origin: string): ElementContent[] {
  const inner = children.find((child) => isTag(child, 'source'));
  const href = absolute(properties.src ?? inner?.properties.src, origin);
  if (!href) return [];
  const label = String(properties.title ?? '').trim() || href;
  return [element('p', [element('a', [textNode(label)], { href })])];
}

/** Makes a URL absolute, so that it is valid on this site. Anchors and root-relative paths do not change. */
function absolute(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.startsWith('#') || /^\/(?!\/)/u.test(text)) return text;
  const url = URL.parse(text, origin);
  if (!url || !/^(?:https?|mailto|tel):$/u.test(url.protocol)) return undefined;
  return url.origin === origin && url.pathname.startsWith(articlePrefix)
    ? url.pathname + url.search + url.hash
    : url.href;
}

/** Returns the text of a button that opens the part below its heading, as in WordPress's accordions, without its sign. */
const labelOf = ({ children }: Element): ElementContent[] =>
  children.filter((child) => child.type !== 'element' || child.properties.ariaHidden !== 'true');

/** Adapts links inside the page to the ids that their targets have here, and removes ids to which no link leads. */
function adaptAnchors(root: Root, anchors: Anchors): void {
  const elements: Element[] = [];
  visit(root, 'element', (found) => void elements.push(found));
  const headings = elements.filter(isHeading);
  const others = [...(anchors.others ?? [])];
  const ids = new Map<string, unknown>(others.map((id) => [id, anchorPrefix + id]));
  for (const [index, { properties }] of headings.entries()) {
    const id = anchors.headings[index];
    if (id) ids.set(id, properties.id);
  }
  const unused = new Set(others.map((id) => anchorPrefix + id));
  for (const { tagName, properties } of elements) {
    if (tagName !== 'a' || typeof properties.href !== 'string' || !properties.href.startsWith('#')) continue;
    const id = ids.get(decodeEscapes(properties.href.slice(1)));
    if (typeof id !== 'string') continue;
    properties.href = `#${id}`;
    unused.delete(id);
  }
  for (const { properties } of elements) if (unused.has(String(properties.id))) delete properties.id;
}
