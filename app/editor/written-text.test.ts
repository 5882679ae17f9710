import { expect, test } from 'vitest';
import { inspectMarkdown } from '../platform/html/inspect-markdown.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { correctMarkdown } from './browser/written-text.ts';

test.each([
  ['at the beginning', '| Measure | Before |\n| Days | 9 |'],
  ['after a paragraph', 'Text.\n\n| Measure | a \\| b |\n| Days | 9 |\n| Weeks | 2 |\n\nMore.'],
])('Rows pasted from a word processor become a table: %s', (_, pasted) => {
  expect(renderMarkdown(pasted)).not.toContain('<table');
  expect(renderMarkdown(correctMarkdown(pasted))).toMatch(/<th>Measure<\/th>[\s\S]*<td>Days<\/td>/u);
});

test('Line breaks in a cell are on the page', () => {
  const written = '| When | `a\\nb` |\n| --- | --- |\n| line one\\n\\nline two\\nthree | C:\\\\new |';
  const corrected = correctMarkdown(written);
  expect(corrected).toBe('| When | `a\\nb` |\n| --- | --- |\n| line one<br>line two<br>three | C:\\\\new |');
  expect(renderMarkdown(corrected)).toMatch(/<td>line one<br>\s*line two<br>\s*three<\/td>/u);
  expect(inspectMarkdown(corrected)).toMatchObject({ problems: [], warnings: [] });
  expect(correctMarkdown(corrected)).toBe(corrected);
});

test.each([
  ['- One\n    - \n- Two', '- One\n- Two'],
  ['1. One\n    - \n    - Half\n2. ', '1. One\n    - Half'],
  ['Text.\n\n- \n\nMore.', 'Text.\n\n\nMore.'],
])('An empty item of a list is left out: %j', (written, corrected) => {
  expect(correctMarkdown(written)).toBe(corrected);
  expect(renderMarkdown(correctMarkdown(written))).not.toMatch(/<h\d|<li>\s*<\/li>/u);
});

test('A heading is one line', () => {
  expect(correctMarkdown('## How\nmuch\nis it\n\nText.\nMore.')).toBe('## How much is it\n\nText.\nMore.');
});

test.each(['Yours,\n---\nAda', 'Yours,\n-', 'Yours,\n===  ', '> Yours,\n> ---', '- Yours,\n---', 'Yours,\\\n---'])(
  'A line of dashes or equals signs is a text: %j',
  (written) => {
    const corrected = correctMarkdown(written);
    expect(renderMarkdown(corrected)).toMatch(/(?:-|={3})\s*(?:Ada)?<\/(?:p|li)>/u);
    expect(renderMarkdown(corrected)).not.toMatch(/<h\d|<hr/u);
  },
);

test.each([
  '| a | b |\n| --- | :-: |\n| 1 | 2 |\n',
  'a | b\n\n|c|\n',
  'Write \\n for a line, or -\nor 2.\n',
  'Above\n\n---\n\nBelow',
  '## One\n\n## Two\n\n- Three\n    1. Four',
  '```\n\n| a\\nb |\n| c |\n```\n\n~~~\n\n| a\\nb |\n- \n# c\nd\n---\n~~~\n',
])('Other text stays: %j', (text) => {
  expect(correctMarkdown(text)).toBe(text);
});
