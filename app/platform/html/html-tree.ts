import type { Element, ElementContent, Nodes } from 'hast';

export const isElement = (node: Nodes | undefined): node is Element => node?.type === 'element';

/** Whether a node is an element of one of these names. */
export function isTag<Name extends string>(
  node: Nodes | undefined,
  ...names: readonly Name[]
): node is Element & { tagName: Name } {
  return isElement(node) && (names as readonly string[]).includes(node.tagName);
}

export const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children });

export const textNode = (value: string) => ({ type: 'text', value }) as const;
