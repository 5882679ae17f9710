import type { Element, ElementContent, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { defaultSchema, type Options } from 'rehype-sanitize';

/**
 * The one allow-list for HTML that no component has rendered: GitHub's, extended by elements of editors' texts. Applied to our
 * Markdown, to the HTML in it and to HTML of an outside content host. It excludes styles, scripts, handlers, frames and forms.
 * Ids that the renderer has not created are removed before, so that text can never pose as an element that the page looks up
 * by id.
 */
export const allowed: Options = {
  ...defaultSchema,
  clobber: [],
  tagNames: [
    // The page itself adds the formats of a picture; those in a text would be of another host.
    ...(defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
    'abbr',
    'caption',
    'cite',
    'figcaption',
    'figure',
    'mark',
    'time',
  ],
  protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), 'tel'] },
};

/** Matches ids created by the Markdown renderer, as of footnotes; all others are removed. */
const ownIds = /^(?:user-content-.+|footnote-label)$/u;

/** Elements whose text does not belong to the article: the allow-list would remove the element but not its text. */
const silent = new Set([
  'style',
  'noscript',
  'template',
  'form',
  'select',
  'textarea',
  'button',
  'object',
  'svg',
  'math',
  'title',
  'iframe',
  'video',
  'audio',
  'embed',
]);

/** Whether an element is removed with its content. */
export const isSilent = ({ tagName, properties }: Element): boolean =>
  // The checkbox of a task list is the only control in an article.
  silent.has(tagName) || (tagName === 'input' && properties.type !== 'checkbox');

/** Removes an id that the page around the text may look up. @returns the element's original id */
export function dropForeignId({ properties }: Element): string | undefined {
  const id = typeof properties.id === 'string' ? properties.id : undefined;
  if (id && !ownIds.test(id)) delete properties.id;
  return id;
}

type TextFile = Parameters<ReturnType<typeof rehypeRaw>>[1];

/** Rehype plugin: parses the HTML in Markdown and prepares it for the allow-list, which must run after it. */
export function readHtmlInMarkdown(): (root: Root, file: TextFile) => Root | undefined {
  const parse = rehypeRaw();
  return (root, file) => {
    // Most texts contain no HTML and need not be parsed again.
    if (!containsHtml(root)) return undefined;
    const parsed = parse(root, file) as Root;
    parsed.children = parsed.children.filter(keep) as Root['children'];
    return parsed;
  };
}

const containsHtml = (node: Root | Element): boolean =>
  node.children.some((child) => child.type === 'raw' || (child.type === 'element' && containsHtml(child)));

function keep(node: Root['children'][number]): boolean {
  if (node.type === 'comment' || node.type === 'doctype') return false;
  if (node.type !== 'element') return true;
  if (isSilent(node)) return false;
  dropForeignId(node);
  node.children = node.children.filter(keep) as ElementContent[];
  return true;
}
