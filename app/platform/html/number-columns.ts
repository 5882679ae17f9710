import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { isTag } from './html-tree.ts';

/** A short cell that begins with a number, its sign and its currency: `9 days`, `−4`, `$1.2 million`. A sentence may begin with one too. */
const number = /^[-+−±~]?\s?\p{Sc}?\d.{0,24}$/u;

/**
 * Rehype plugin: aligns columns of numbers to the right, a first column to the left, which makes it narrow. The content editor
 * cannot, and removes the alignment from the source.
 */
export function numberColumns(): (root: Root) => void {
  return (root) =>
    visit(root, 'element', (table) => {
      if (table.tagName !== 'table') return;
      const rows: Element[][] = [];
      visit(table, 'element', ({ tagName, children }) => {
        if (tagName === 'tr') rows.push(children.filter((cell): cell is Element => isTag(cell, 'th', 'td')));
      });
      const [head = [], ...body] = rows;
      for (const column of head.keys()) {
        const cells = body.flatMap((row) => row[column] ?? []);
        const areNumbers = cells.every((cell) => !cell.properties.align && number.test(textOf(cell).trim()));
        if (cells.length > 0 && areNumbers)
          for (const row of rows) if (row[column]) row[column].properties.align = column === 0 ? 'left' : 'right';
      }
    });
}
