import type { Paint } from './paint.ts';
import { cut, padEnd, widthOf } from './visible-text.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  /** Minimum width where space is short; without it a column keeps its width. */
  readonly narrowest?: number;
  /** Where space is still short, columns with the highest value are dropped first; without it a column stays. */
  readonly expendable?: number;
  /** Colours a padded cell. */
  readonly paint?: (text: string, row: Row) => string;
}

/** Layout options for the output device. */
export interface TableOptions {
  /** Columns of the terminal; undefined without a terminal, where nothing is truncated. */
  readonly width: number | undefined;
  readonly paint: Paint;
}

const gap = '  ';

/** Columns of a terminal that reports none. */
const defaultWidth = 80;

/** Returns the columns of a stream's terminal; undefined where it is not a terminal. */
export const widthOfTerminal = (stream: NodeJS.WriteStream): number | undefined =>
  stream.isTTY ? stream.columns || defaultWidth : undefined;

/** Lays out rows in aligned columns. Rows arrive a page at a time: the first page determines the widths, wider cells are truncated. */
export async function* layTable<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { width, paint }: TableOptions,
): AsyncGenerator<string> {
  let layout: { column: Column<Row>; width: number }[] | undefined;
  for await (const page of pages) {
    const cells = page.map((row) => new Map(columns.map((column) => [column, column.cell(row)])));
    if (!layout) {
      const natural = columns.map((column) => ({
        column,
        width: Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row.get(column) ?? ''))),
      }));
      layout = width === undefined ? natural : narrow(natural, width);
      yield lineOf(layout.map(({ column, width }) => paint('bold', padEnd(cut(column.title, width), width))));
    }
    for (const [index, row] of page.entries()) {
      const line = layout.map(({ column, width: columnWidth }) => {
        const text = cells[index]?.get(column) ?? '';
        const padded = padEnd(width === undefined ? text : cut(text, columnWidth), columnWidth);
        return column.paint ? column.paint(padded, row) : padded;
      });
      yield lineOf(line);
    }
  }
}

const lineOf = (cells: readonly string[]) => `${cells.join(gap).trimEnd()}\n`;

/** Narrows the widest flexible columns until all fit, and drops the most expendable ones where that is not enough. */
function narrow<Row>(natural: readonly { column: Column<Row>; width: number }[], width: number) {
  const columns = natural.map((entry) => ({ ...entry }));
  const excess = () => columns.reduce((sum, entry) => sum + entry.width + gap.length, -gap.length) - width;
  const smallest = (entry: (typeof columns)[number]) => Math.min(entry.width, entry.column.narrowest ?? entry.width);
  const fits = () => columns.reduce((sum, entry) => sum + smallest(entry) + gap.length, -gap.length) <= width;
  while (!fits()) {
    const [mostExpendable] = columns
      .filter(({ column }) => column.expendable !== undefined)
      .sort((a, b) => (b.column.expendable ?? 0) - (a.column.expendable ?? 0));
    if (!mostExpendable) break;
    columns.splice(columns.indexOf(mostExpendable), 1);
  }
  while (excess() > 0) {
    const [widest] = columns.filter((entry) => entry.width > smallest(entry)).sort((a, b) => b.width - a.width);
    if (!widest) break;
    widest.width -= 1;
  }
  return columns;
}
