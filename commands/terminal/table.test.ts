import { expect, test } from 'vitest';
import { type Column, layTable } from './table.ts';
import { widthOf } from './visible-text.ts';

type Row = readonly [id: string, name: string, about: string];

const columns: Column<Row>[] = [
  { title: 'ID', cell: ([id]) => id },
  { title: 'NAME', cell: ([, name]) => name, narrowest: 4 },
  { title: 'ABOUT', cell: ([, , about]) => about, narrowest: 6, expendable: 1 },
];

async function lay(pages: Row[][], width?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of layTable(columns, pages, { width, paint: (_, title) => title })) lines.push(line);
  return lines.map((line) => line.replace(/\n$/u, ''));
}

/** Names in scripts of different widths. */
const rows: Row[] = [
  ['1', 'Ada', 'a'],
  ['2', '山田 太郎', 'b'],
  ['3', '김철수', 'c'],
  ['4', 'Zoe\u0301', 'd'],
  ['5', '👩‍💻🇩🇪', 'e'],
  ['6', 'क्षत्रिय', 'f'],
];

test('aligns columns in any script', async () => {
  const [head = '', ...lines] = await lay([rows]);
  const start = widthOf(head.slice(0, head.indexOf('ABOUT')));
  for (const [index, line] of lines.entries()) {
    const [, , about = ''] = rows[index] ?? [];
    expect([line, widthOf(line.slice(0, line.lastIndexOf(about)))]).toEqual([line, start]);
  }
});

test.each([8, 10, 14, 17, 20, 30])('no line is wider than a terminal of %i columns', async (width) => {
  const wide: Row[] = rows.map(([id, name, about]) => [id, name.repeat(3), about.repeat(40)]);
  const lines = await lay([wide], width);
  expect(lines).toHaveLength(rows.length + 1);
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
});

test('narrows the widest column first, then drops expendable ones', async () => {
  const row: Row[] = [['1', 'Ada Lovelace', 'Bridges and more']];
  expect(await lay([row], 33)).toEqual(['ID  NAME          ABOUT', '1   Ada Lovelace  Bridges and mo…']);
  expect(await lay([row], 16)).toEqual(['ID  NAME  ABOUT', '1   Ada…  Bridg…']);
  expect(await lay([row], 15)).toEqual(['ID  NAME', '1   Ada Lovela…']);
});

test('uses the widths of the first page for later ones; truncates nothing without a terminal', async () => {
  const pages: Row[][] = [[['1', 'Ada', 'x']], [['2', 'Ada Lovelace', 'y']]];
  expect(await lay(pages)).toEqual(['ID  NAME  ABOUT', '1   Ada   x', '2   Ada Lovelace  y']);
  expect(await lay(pages, 80)).toEqual(['ID  NAME  ABOUT', '1   Ada   x', '2   Ada…  y']);
});
