import type { Element, ElementContent, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { defaultSchema, type Options } from 'rehype-sanitize';

/**
 * The one allow-list for HTML that was not written by a component: GitHub's, and what editors' texts are made of besides.
 * Our Markdown, the HTML in it, and that of an outside content host go through it. Styles, scripts, handlers, frames and forms
 * are not on it. Ids that are not the renderer's own are removed before, so that text can never stand in for an element
 * the page looks up by id.
 */
export const allowed: Options = {
  ...defaultSchema,
  clobber: [],
  tagNames: [
    // The page itself offers a picture in several forms; those of a text would be of another host.
    ...(defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
    'abbr',
    'cite',
    'figcaption',
    'figure',
    'mark',
    'time',
  ],
  protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), 'tel'] },
};

/** The prefix of ids that the renderer of Markdown makes, of footnotes for one; all others go. */
const ownIds = /^(?:user-content-.+|footnote-label)$/u;

/** Elements whose text is no words of the article: the allow-list would take away the element and leave it. */
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

/** Whether an element goes with all that is in it. */
export const isSilent = ({ tagName, properties }: Element): boolean =>
  // A task list's box is the only control in an article.
  silent.has(tagName) || (tagName === 'input' && properties.type !== 'checkbox');

/** Takes away an id that the page around the text may look up. @returns the id that went */
export function dropForeignId({ properties }: Element): string | undefined {
  const id = typeof properties.id === 'string' ? properties.id : undefined;
  if (id && !ownIds.test(id)) delete properties.id;
  return id;
}

type TextFile = Parameters<ReturnType<typeof rehypeRaw>>[1];

/** Rehype plugin: reads the HTML that stands in Markdown, and prepares it for the allow-list, which comes after it. */
export function readHtmlInMarkdown(): (root: Root, file: TextFile) => Root | undefined {
  const parse = rehypeRaw();
  return (root, file) => {
    // Most texts hold none, and need not be parsed once more.
    if (!holdsHtml(root)) return undefined;
    const parsed = parse(root, file) as Root;
    parsed.children = parsed.children.filter(keep) as Root['children'];
    return parsed;
  };
}

const holdsHtml = (node: Root | Element): boolean =>
  node.children.some((child) => child.type === 'raw' || (child.type === 'element' && holdsHtml(child)));

function keep(node: Root['children'][number]): boolean {
  if (node.type === 'comment' || node.type === 'doctype') return false;
  if (node.type !== 'element') return true;
  if (isSilent(node)) return false;
  dropForeignId(node);
  node.children = node.children.filter(keep) as ElementContent[];
  return true;
}
