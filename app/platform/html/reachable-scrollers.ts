import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Elements that scroll if they are wider than their column (see the styles of running text). */
const scrollers = new Set(['pre', 'table']);

/** Rehype plugin: makes code and tables focusable, so that the arrow keys scroll them (WCAG 2.1.1). Runs after the allow-list. */
export function reachableScrollers(): (root: Root) => void {
  return (root) =>
    visit(root, 'element', ({ tagName, properties }) => {
      if (scrollers.has(tagName)) properties.tabIndex = 0;
    });
}
