import type { Table } from 'mdast';
import { parser } from './line-breaks.ts';

interface WrittenTable {
  columns: number;
  head: string;
  /** The row below the head, which says how columns are aligned, and its place in the text. */
  delimiters: string;
  offset: number;
}

function tablesIn(markdown: string): WrittenTable[] {
  const tables = parser.parse(markdown).children.filter((node): node is Table => node.type === 'table');
  return tables.map(({ align, position }) => {
    const start = position?.start.offset ?? 0;
    const [head = '', delimiters = ''] = markdown.slice(start).split('\n', 2);
    const offset = markdown.indexOf(delimiters, start + head.length);
    return { columns: align?.length ?? 0, head: head.replaceAll(/\s*\|\s*/gu, '|'), delimiters, offset };
  });
}

/** Aligns the columns of tables as before: the editor does not know of it, and writes each delimiter row as dashes. */
export function withFormerAlignment(before: string, markdown: string): string {
  const former = tablesIn(before);
  const tables = tablesIn(markdown);
  // Several tables may have the same head, so each former one is taken once.
  const left = new Set(former);
  const take = (table: WrittenTable | undefined) => (table && left.delete(table) ? table : undefined);
  const withSameHead = tables.map(({ head }, index) =>
    take([former[index], ...left].find((table) => table && left.has(table) && table.head === head)),
  );
  const inSamePlace = former.length === tables.length ? former : [];
  const matching = withSameHead.map((table, index) => table ?? take(inSamePlace[index]));
  return tables.reduceRight((text, { columns, delimiters, offset }, index) => {
    const table = matching[index];
    if (table?.columns !== columns) return text;
    return text.slice(0, offset) + table.delimiters + text.slice(offset + delimiters.length);
  }, markdown);
}
