import { cut, padEnd, widthOf } from './visible-text.ts';

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  /** Where room is short it is made as narrow as this; without it a column keeps its width. */
  readonly narrowest?: number;
  /** Where room is still short, the highest goes first; without it a column stays. */
  readonly expendable?: number;
  /** Gives a cell its colour, once it has its width. */
  readonly paint?: (text: string, row: Row) => string;
}

/** How lines are laid out for where they are read. */
interface TableOptions {
  /** Columns of the terminal; undefined where there is none, and nothing is cut. */
  readonly width: number | undefined;
  readonly paintTitle: (text: string) => string;
}

const gap = '  ';

/** Columns of a terminal that says that it has none because it does not know. */
const usualWidth = 80;

/** Columns of the terminal that a stream leads to; undefined where it leads elsewhere. */
export const widthOfTerminal = (stream: NodeJS.WriteStream): number | undefined =>
  stream.isTTY ? stream.columns || usualWidth : undefined;

/**
 * Rows in columns of their widths. They come a page at a time, so that memory does not grow with their number: the first page
 * decides the widths, and a wider cell of a later one is cut on a terminal, and stands out elsewhere.
 */
export async function* layTable<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  { width, paintTitle }: TableOptions,
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
      yield lineOf(layout.map(({ column, width }) => paintTitle(padEnd(cut(column.title, width), width))));
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

/** Makes the widest of the flexible columns narrower until all fit, and leaves the most expendable out where that is not enough. */
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
