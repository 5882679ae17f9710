import { expect, test } from 'vitest';
import { inspectMarkdown } from '../platform/html/inspect-markdown.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { withCompleteTables } from './browser/tables.ts';

test.each([
  ['at the beginning', '| Measure | Before |\n| Days | 9 |'],
  ['after a paragraph', 'Text.\n\n| Measure | a \\| b |\n| Days | 9 |\n| Weeks | 2 |\n\nMore.'],
])('Rows pasted from a word processor become a table: %s', (_, pasted) => {
  expect(renderMarkdown(pasted)).not.toContain('<table');
  expect(renderMarkdown(withCompleteTables(pasted))).toMatch(/<th>Measure<\/th>[\s\S]*<td>Days<\/td>/u);
});

test('Line breaks in a cell are on the page', () => {
  const written = '| When | `a\\nb` |\n| --- | --- |\n| line one\\n\\nline two\\nthree | C:\\\\new |';
  const completed = withCompleteTables(written);
  expect(completed).toBe('| When | `a\\nb` |\n| --- | --- |\n| line one<br>line two<br>three | C:\\\\new |');
  expect(renderMarkdown(completed)).toMatch(/<td>line one<br>\s*line two<br>\s*three<\/td>/u);
  expect(inspectMarkdown(completed)).toMatchObject({ problems: [], warnings: [] });
  expect(withCompleteTables(completed)).toBe(completed);
});

test.each([
  '| a | b |\n| --- | :-: |\n| 1 | 2 |\n',
  'a | b\n\n|c|\n',
  'Write \\n for a line.\n',
  '```\n\n| a\\nb |\n| c |\n```\n\n~~~\n\n| a\\nb |\n| c |\n',
])('Other text stays: %j', (text) => {
  expect(withCompleteTables(text)).toBe(text);
});
