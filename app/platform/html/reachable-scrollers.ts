import type { Element, Root } from 'hast';

/** What scrolls in itself where it is wider than its column (see the styles of running text). */
const scrollers = new Set(['pre', 'table']);

/**
 * Rehype plugin: the keyboard reaches code and tables, and scrolls them with its arrows (WCAG 2.1.1). Stands after the
 * allow-list, so that nothing but this makes an element focusable.
 */
export function reachableScrollers(): (root: Root) => void {
  return makeReachable;
}

function makeReachable(parent: Root | Element): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    if (scrollers.has(node.tagName)) node.properties.tabIndex = 0;
    makeReachable(node);
  }
}
