import type { Element, ElementContent, Root, RootContent } from 'hast';
import { element, isTag, textNode } from './html-tree.ts';

/** Class of a grid of several pictures, for the styles of running text. */
const galleryClass = 'gallery';

/**
 * Rehype plugin: converts a paragraph with one picture to a figure with its title as the caption, and a paragraph with several
 * pictures or an element with only figures to a gallery. Runs after the allow-list, and reduces every picture to its URL,
 * description and title, in the order that `text-pictures.ts` expects.
 */
export function pictureFigures(): (root: Root) => void {
  return (root) => {
    root.children = root.children.flatMap((child) => arrange(child)) as RootContent[];
  };
}

function arrange<Node extends RootContent | ElementContent>(node: Node): (Node | Element)[] {
  if (node.type !== 'element') return [node];
  if (node.tagName === 'img') return bare(node);
  node.children = node.children.flatMap((child) => arrange(child));
  if (node.tagName === 'p') {
    const pictures = picturesOnly(node.children);
    const [only, ...others] = pictures;
    if (!only) return [node];
    return others.length === 0 ? [figureOf(only)] : [galleryOf(pictures.map(figureOf))];
  }
  if (node.tagName === 'figure' || node.tagName === 'div') {
    const parts = node.children.filter((child) => !isBlank(child));
    const figures = parts.filter((part) => isTag(part, 'figure'));
    const others = parts.filter((part) => !isTag(part, 'figure') && !isTag(part, 'figcaption'));
    if (figures.length > 1 && others.length === 0) node.properties.className = [galleryClass];
  }
  return [node];
}

/** Reduces a picture to its URL, description and title; removes one without a URL. */
function bare(node: Element): Element[] {
  const { src, alt, title } = node.properties;
  if (typeof src !== 'string' || src === '') return [];
  node.properties = { src, alt: String(alt ?? ''), ...(title ? { title: String(title) } : {}) };
  return [node];
}

/** Returns the pictures of a paragraph, each possibly inside a link; empty if it contains anything else. */
function picturesOnly(children: readonly ElementContent[]): Element[] {
  const parts = children.filter((child) => !isBlank(child) && !isTag(child, 'br'));
  const pictures = parts.filter((part): part is Element => part.type === 'element' && pictureIn(part) !== undefined);
  return pictures.length === parts.length ? pictures : [];
}

/** Returns the picture if the element is one, or a link that contains only one. */
function pictureIn(node: Element): Element | undefined {
  if (node.tagName === 'img') return node;
  const [only, ...others] = node.tagName === 'a' ? node.children.filter((child) => !isBlank(child)) : [];
  return only && others.length === 0 && isTag(only, 'img') ? only : undefined;
}

function figureOf(node: Element): Element {
  const picture = pictureIn(node);
  const title = picture?.properties.title;
  if (picture) delete picture.properties.title;
  const caption = title ? [element('figcaption', [textNode(String(title))])] : [];
  return element('figure', [node, ...caption]);
}

const galleryOf = (figures: Element[]): Element => element('div', figures, { className: [galleryClass] });

const isBlank = (node: RootContent | ElementContent) => node.type === 'text' && node.value.trim() === '';
