import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { stringify } from 'yaml';
import { isElement, textNode } from './html-tree.ts';

const parser = unified().use(rehypeParse).freeze();
const toMarkdown = unified().use(rehypeRemark).freeze();
const writer = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-' }).freeze();

/** Elements without use for a reader of text: controls, films, code. */
const withoutText = new Set(['script', 'style', 'template', 'form', 'button', 'video', 'dialog', 'nav', 'noscript']);

/** Names of metadata in the front matter, by their names in the document's head. */
const metadata = new Map([
  ['description', 'description'],
  ['article:author', 'author'],
  ['article:published_time', 'published'],
  ['article:modified_time', 'modified'],
]);

/**
 * Converts the `main` element of a document to Markdown, with front matter of title, URL and metadata.
 * Forms, navigation, films and the text `silent` for screen readers are left out; URLs are absolute.
 */
export function markdownOfDocument(html: string, { url, silent }: { url: string; silent: string }): string {
  const root = parser.parse(html) as Root;
  const elements: Element[] = [];
  visit(root, 'element', (element) => void elements.push(element));
  const main = elements.find(({ tagName }) => tagName === 'main');
  const text: Root = { type: 'root', children: main ? readable(main.children, url, silent) : [] };
  const body = writer.stringify(toMarkdown.runSync(text) as Parameters<typeof writer.stringify>[0]);
  return `---\n${stringify({ ...frontMatter(elements), url }, { lineWidth: 0 })}---\n\n${body}`;
}

function frontMatter(elements: readonly Element[]): Record<string, string> {
  const title = elements.find(({ tagName }) => tagName === 'title');
  const entries = elements.flatMap(({ tagName, properties: { name, property, content } }) => {
    const key = tagName === 'meta' ? metadata.get(String(name ?? property)) : undefined;
    return key && typeof content === 'string' ? [[key, content]] : [];
  });
  return { title: title ? textOf(title) : '', ...Object.fromEntries(entries) };
}

function readable(nodes: readonly RootContent[], base: string, silent: string): ElementContent[] {
  return nodes.flatMap((node, index): ElementContent[] => {
    if (node.type === 'text') return node.value === silent ? [] : [node];
    if (!isElement(node) || isWithoutText(node)) return [];
    const { tagName, properties } = node;
    // A drawing with a label, such as a company's mark.
    if (tagName === 'svg') {
      return typeof properties.ariaLabel === 'string' ? [textNode(properties.ariaLabel)] : [];
    }
    const children = readable(node.children, base, silent);
    if (emptiable.has(tagName) && !hasContent(children)) return [];
    if (tagName === 'a' && isInPage(node)) return properties.dataFootnoteRef === undefined ? [] : children;
    for (const name of ['href', 'src'] as const) {
      const target = properties[name];
      if (typeof target === 'string' && URL.canParse(target, base)) properties[name] = new URL(target, base).href;
    }
    const next = nodes[index + 1];
    // Only styles separate adjacent links.
    const gap: ElementContent[] = tagName === 'a' && next && isElement(next) ? [textNode(' ')] : [];
    return [{ ...node, children }, ...gap];
  });
}

/** Elements that are left out when they have no text. */
const emptiable = new Set(['a', 'li', 'ol', 'ul']);

const isWithoutText = ({ tagName, properties }: Element): boolean =>
  withoutText.has(tagName) ||
  properties.ariaHidden === 'true' ||
  properties.hidden !== undefined ||
  properties.dataCopy !== undefined;

/** Whether a link leads to an anchor on its own page, which Markdown does not have. */
const isInPage = ({ properties: { href } }: Element): boolean => typeof href === 'string' && href.startsWith('#');

const hasContent = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => {
    if (node.type === 'text') return node.value.trim() !== '';
    return node.type === 'element' && (node.tagName === 'img' || hasContent(node.children));
  });
