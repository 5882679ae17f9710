import type { Element, ElementContent, Nodes, RootContent } from 'hast';

/** Whether a node contains neither text nor pictures nor a reference to a footnote. */
export function isBlank(node: Nodes): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  if (node.type !== 'element') return true;
  const shown = ['img', 'iframe', 'video', 'audio', 'hr', 'input', 'footnote-reference'];
  return !shown.includes(node.tagName) && node.children.every(isBlank);
}

/** Yields every element below a node in document order. */
export function* elementsBelow(node: Nodes): Generator<Element> {
  if (!('children' in node)) return;
  for (const child of node.children) {
    if (child.type === 'element') yield child;
    yield* elementsBelow(child);
  }
}

/** Rewrites children from the leaves up: each node is replaced by the result of `change`. */
export function rewrite(parent: { children: RootContent[] }, change: (node: ElementContent) => ElementContent[]): void {
  parent.children = parent.children.flatMap((node) => {
    if (node.type === 'doctype') return [];
    if (node.type === 'element') rewrite(node as { children: RootContent[] }, change);
    return change(node);
  });
}
