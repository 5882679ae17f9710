import { expect, test } from 'vitest';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { withTableHeads } from './browser/tables.ts';

test.each([
  ['at the beginning', '| Measure | Before |\n| Days | 9 |'],
  ['after a paragraph', 'Text.\n\n| Measure | a \\| b |\n| Days | 9 |\n| Weeks | 2 |\n\nMore.'],
])('Rows pasted from a word processor become a table: %s', (_, pasted) => {
  expect(renderMarkdown(pasted)).not.toContain('<table');
  expect(renderMarkdown(withTableHeads(pasted))).toMatch(/<th>Measure<\/th>[\s\S]*<td>Days<\/td>/u);
});

test.each(['| a | b |\n| --- | :-: |\n| 1 | 2 |\n', 'a | b\n\n|c|\n'])('Other text stays: %j', (text) => {
  expect(withTableHeads(text)).toBe(text);
});
