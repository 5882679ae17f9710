import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { stringify } from 'yaml';

const parser = unified().use(rehypeParse).freeze();
const toMarkdown = unified().use(rehypeRemark).freeze();
const writer = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-' }).freeze();

/** Controls, films and drawings: what a reader of text cannot use. */
const withoutText = new Set(['script', 'style', 'template', 'form', 'button', 'video', 'dialog', 'nav', 'noscript']);

/** Metadata of a page that its Markdown begins with, by the name that it has in the document's head. */
const metadata = new Map([
  ['description', 'description'],
  ['article:author', 'author'],
  ['article:published_time', 'published'],
  ['article:modified_time', 'modified'],
]);

/**
 * A document's own content as Markdown: what stands in its `main`, below front matter of title, URL and metadata. Forms,
 * navigation and films are left out; links and pictures have absolute URLs.
 * @param html a whole document
 * @param options.url of the document
 * @param options.silent texts for screen readers that say nothing here
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
  const said = elements.flatMap(({ tagName, properties: { name, property, content } }) => {
    const key = tagName === 'meta' ? metadata.get(String(name ?? property)) : undefined;
    return key && typeof content === 'string' ? [[key, content]] : [];
  });
  return { title: title ? textOf(title) : '', ...Object.fromEntries(said) };
}

const isElement = (node: RootContent | ElementContent): node is Element => node.type === 'element';

function readable(nodes: readonly RootContent[], base: string, silent: string): ElementContent[] {
  return nodes.flatMap((node, index): ElementContent[] => {
    if (node.type === 'text') return node.value === silent ? [] : [node];
    if (!isElement(node) || isWithoutText(node)) return [];
    const { tagName, properties } = node;
    // A drawing that says something, such as a company's mark.
    if (tagName === 'svg') {
      return typeof properties.ariaLabel === 'string' ? [{ type: 'text', value: properties.ariaLabel }] : [];
    }
    const children = readable(node.children, base, silent);
    if (emptiable.has(tagName) && !saysSomething(children)) return [];
    if (tagName === 'a' && isInPage(node)) return properties.dataFootnoteRef === undefined ? [] : children;
    for (const name of ['href', 'src'] as const) {
      const target = properties[name];
      if (typeof target === 'string' && URL.canParse(target, base)) properties[name] = new URL(target, base).href;
    }
    const next = nodes[index + 1];
    // Links side by side are held apart by styles alone.
    const gap: ElementContent[] = tagName === 'a' && next && isElement(next) ? [{ type: 'text', value: ' ' }] : [];
    return [{ ...node, children }, ...gap];
  });
}

/** Elements that go with their last word. */
const emptiable = new Set(['a', 'li', 'ol', 'ul']);

const isWithoutText = ({ tagName, properties }: Element): boolean =>
  withoutText.has(tagName) || properties.ariaHidden === 'true' || properties.hidden !== undefined;

/** Whether a link leads to a place on its own page, which has no anchors as Markdown. */
const isInPage = ({ properties: { href } }: Element): boolean => typeof href === 'string' && href.startsWith('#');

const saysSomething = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => {
    if (node.type === 'text') return node.value.trim() !== '';
    return node.type === 'element' && (node.tagName === 'img' || saysSomething(node.children));
  });
