import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** What scrolls in itself where it is wider than its column (see the styles of running text). */
const scrollers = new Set(['pre', 'table']);

/**
 * Rehype plugin: the keyboard reaches code and tables, and scrolls them with its arrows (WCAG 2.1.1). Stands after the
 * allow-list, so that nothing but this makes an element focusable.
 */
export function reachableScrollers(): (root: Root) => void {
  return (root) =>
    visit(root, 'element', ({ tagName, properties }) => {
      if (scrollers.has(tagName)) properties.tabIndex = 0;
    });
}
