import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { articlePrefix } from '../../paths.ts';
import { forbiddenCharacter, maxTextBytes } from '../content/read-text.ts';
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
 * here, and links to them are adapted; players and frames become links; URLs become absolute, except those of the host's own
 * articles, which lead to the same article here.
 * @param options.origin origin of the host
 * @param options.headingIds whether headings get ids; not if several texts share a page, where an id must be unique
 * @throws RangeError if it is nested too deeply, or becomes longer than the text of a file may be
 */
export function sanitizeUntrustedHtml(
  html: string,
  { origin, headingIds = true }: { origin: string; headingIds?: boolean },
): string {
  const root = parser.parse(html) as Root;
  const anchors: (string | undefined)[] = [];
  root.children = root.children.flatMap((node) => (node.type === 'doctype' ? [] : prepare(node, origin, anchors)));
  const safe = (headingIds ? withHeadingIds : plain).runSync(root) as Root;
  leadToHeadings(safe, anchors);
  const written = withoutForbiddenCharacters(writer.stringify(safe)).trim();
  // Elements that are not closed are repeated in each following one.
  if (written.length > maxTextBytes) throw new RangeError(`The HTML becomes longer than ${maxTextBytes} characters`);
  return written;
}

/** Matches an entity, or a tag that may occur in a title; other text in angle brackets is literal. */
const markup =
  /&#?\w+;|<\/?(?:a|b|br|cite|code|del|div|em|h[1-6]|i|ins|li|mark|ol|p|q|s|small|span|strong|su[bp]|u|ul)(?:\s[^<>]*|\s*\/)?>/iu;

/** Returns the text of a value that may be plain text or HTML: WordPress encodes special characters in titles, others do not. */
export function plainText(text: string): string {
  const content = markup.test(text) ? textOf(parser.parse(text)) : text;
  return withoutForbiddenCharacters(content).replace(/\s+/gu, ' ').trim();
}

/** Removes characters that a content file may not contain: they come with pasted numbers and names, and the copy of the text would be refused. */
const withoutForbiddenCharacters = (text: string) => text.replaceAll(new RegExp(forbiddenCharacter, 'gu'), '');

const isHeading = (node: ElementContent): node is Element => node.type === 'element' && /^h[1-6]$/u.test(node.tagName);

/** Prepares a node for the allow-list. @param anchors the id of each heading is added, in order */
function prepare(node: ElementContent, origin: string, anchors: (string | undefined)[]): ElementContent[] {
  if (node.type !== 'element') return node.type === 'comment' ? [] : [node];
  const { tagName, properties } = node;
  if (['iframe', 'video', 'audio', 'embed'].includes(tagName)) return playerLink(node, origin);
  if (isSilent(node)) return [];
  const id = dropForeignId(node);
  if (isHeading(node)) {
    anchors.push(id);
    // The title is the page's only heading of the first level.
    if (tagName === 'h1') node.tagName = 'h2';
  }
  if (tagName === 'a') {
    const href = absolute(properties.href, origin);
    if (href === undefined) delete properties.href;
    else properties.href = href;
  }
  if (tagName === 'img') {
    const source = absolute(
      [properties.dataSrc, properties.src].find((value) => typeof value === 'string' && !value.startsWith('data:')),
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

/** Adapts links inside the page to the ids that headings have here. */
function leadToHeadings(root: Root, anchors: readonly (string | undefined)[]): void {
  const elements: Element[] = [];
  visit(root, 'element', (found) => void elements.push(found));
  const headings = elements.filter(isHeading);
  const ids = new Map(
    headings.flatMap(({ properties }, index) => (anchors[index] ? [[anchors[index], properties.id]] : [])),
  );
  for (const { tagName, properties } of elements) {
    if (tagName !== 'a' || typeof properties.href !== 'string' || !properties.href.startsWith('#')) continue;
    const id = ids.get(properties.href.slice(1));
    if (typeof id === 'string') properties.href = `#${id}`;
  }
}
