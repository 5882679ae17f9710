import type { Element, Root } from 'hast';
import rehypeSlug from 'rehype-slug';
import { idOfHeading } from '../../shared/own-ids.ts';

/**
 * Rehype plugin: headings become anchors, named by their words as on GitHub, so that a link to one lasts as long as its
 * words do. None takes an id of the page around the text.
 */
export function headingIds(): (root: Root) => void {
  const nameByWords = rehypeSlug();
  return (root) => {
    const headings = headingsIn(root);
    const unnamed = headings.filter(({ properties }) => !properties.id);
    nameByWords(root);
    const taken = new Set(
      headings.filter((heading) => !unnamed.includes(heading)).map(({ properties }) => properties.id),
    );
    for (const { properties } of unnamed) {
      properties.id = idOfHeading(String(properties.id ?? ''), (id) => taken.has(id));
      taken.add(properties.id);
    }
  };
}

const headingsIn = (node: Root | Element): Element[] =>
  node.children.flatMap((child) =>
    child.type !== 'element' ? [] : /^h[1-6]$/u.test(child.tagName) ? [child] : headingsIn(child),
  );
