import type { Element, ElementContent, Nodes, Properties } from 'hast';

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

/** Whether an element is the button of WordPress's block for files, which adjoins the link with the file's name. */
export const isFileButton = ({ className }: Properties): boolean =>
  Array.isArray(className) && className.includes('wp-block-file__button');
