import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Root as MarkdownRoot, PhrasingContent } from 'mdast';
import { visit } from 'unist-util-visit';
import { element, isElement, isTag, textNode } from '../../../app/platform/html/html-tree.ts';
import { elementsBelow, isBlank, rewrite } from './html-tree.ts';
import { blocks, trimRun } from './paragraphs.ts';

/** Makes tables expressible in Markdown, where each has a head and no caption, and a cell is a line of text. */
export function simplifyTables(root: Root, note: (change: string) => void): void {
  rewrite(root, (node) => {
    if (isTag(node, 'td', 'th', 'caption')) return [{ ...node, children: inLines(node.children, note) }];
    if (!isTag(node, 'table')) return [node];
    const caption = node.children.find((child) => isTag(child, 'caption'));
    if (!isElement(caption)) return [node];
    const table = { ...node, children: node.children.filter((child) => child !== caption) };
    return isBlank(caption) ? [table] : [element('p', caption.children), table];
  });
  nameColumns(root, note);
}

/** Replaces blocks by their inline content, with line breaks between them. */
function inLines(nodes: readonly ElementContent[], note: (change: string) => void): ElementContent[] {
  const lines: ElementContent[][] = [[]];
  for (const node of nodes) {
    if (!isElement(node) || ![node, ...elementsBelow(node)].some(isBlock)) {
      lines.at(-1)?.push(node);
      continue;
    }
    const children = inLines(node.children, note);
    if (isTag(node, 'pre')) {
      const code = textOf(node).split('\n');
      lines.push(...code.map((line) => [element('code', [textNode(line)])]));
    } else if (/^h[1-6]$/u.test(node.tagName)) lines.push([element('strong', children)]);
    else lines.push(isBlock(node) ? children : [{ ...node, children }]);
    lines.push([]);
    if (isBlock(node) && !isTag(node, 'p', 'div'))
      note('lists, headings and other blocks in cells of a table became lines of text');
  }
  return lines
    .map(trimRun)
    .filter((line) => !line.every(isBlank))
    .flatMap((line, index) => (index > 0 ? [element('br', []), ...line] : line));
}

const isBlock = ({ tagName }: Element) => blocks.has(tagName);

/** A line break in a cell: one of Markdown would end the row. */
export const breakInCell = { type: 'html', value: '<br>' } as const;

/** Splits code in cells at its line breaks, which would end the row. */
export function splitCodeInCells(tree: MarkdownRoot): void {
  visit(tree, 'tableCell', (cell) =>
    visit(cell, 'inlineCode', ({ value }, index = 0, parent) => {
      const lines = value.split('\n').filter((line) => line.trim());
      const parts = lines.flatMap((line, at): PhrasingContent[] => [
        ...(at > 0 ? [breakInCell] : []),
        { type: 'inlineCode', value: line },
      ]);
      parent?.children.splice(index, 1, ...parts);
      return index + parts.length;
    }),
  );
}

/** Makes the first row of a table its head. */
function nameColumns(root: Root, note: (change: string) => void): void {
  for (const table of elementsBelow(root)) {
    if (table.tagName !== 'table' || elementsBelow(table).some((item) => isTag(item, 'th', 'thead'))) continue;
    const row = elementsBelow(table).find((item) => isTag(item, 'tr'));
    for (const cell of row?.children ?? []) if (isElement(cell) && cell.tagName === 'td') cell.tagName = 'th';
    note('first row of a table became its head');
  }
}
