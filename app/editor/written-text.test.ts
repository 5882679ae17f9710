import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../platform/files/files-below.ts';
import { inspectMarkdown } from '../platform/html/inspect-markdown.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { correctMarkdown, indentLists, joinLines } from './browser/written-text.ts';

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

const shownText = (markdown: string) => renderMarkdown(markdown).replaceAll(/\s+/gu, ' ');

test.each([
  'One\ntwo \nthree,\\\nfour  \nfive.\n\nSix\nseven',
  '> One\n> **two\n> three**\nfour\n>\n> Five\n> > six\n> > seven',
  '- One\n  two\n    - Three\n      four\n      five\n- Six\nseven\n\n1. Eight\n   nine\n2. Ten',
  '## One\nTwo\nthree <https://a.example>\n<https://b.example>\n### Four',
  'One[^1] [two]\n[three](/)\n\n[^1]: Four\n    five\n\n[two]: /\n[three]: /\nsix',
  'One | two\n--- | ---\nthree | four\n\n| five |\n|---|\n| six |\n\nSeven\n===\neight\n***\nnine',
  '    let one;\n    two;\n\n```\nthree\nfour\n```\nfive\nsix\n\n> ```\n> seven\n> eight\n> ```\n\n<pre>nine\nten</pre>',
])('A copy of a text with wrapped lines is the same on the page: %j', (markdown) => {
  expect(shownText(joinLines(markdown))).toBe(shownText(markdown));
});

test('A copy of each text of the site is the same, and has no line breaks of its source, also if lines are wrapped', async () => {
  for await (const file of filesBelow(join(import.meta.dirname, '../../content'))) {
    const [, , ...body] = file.endsWith('.md') ? (await readFile(file, 'utf8')).split(/^---$/mu) : [];
    const markdown = body.join('---').replaceAll(/^```[\s\S]*?^```$/gmu, '');
    const wrapped = markdown.replaceAll(/^(?!\||#)(?<quote>> )?(.*)$/gmu, (line, quote: string = '') =>
      line.replaceAll(/(.{60,90}?) (?=[\p{L}*_("])/gu, `$1\n${quote}`),
    );
    expect(shownText(wrapped), file).toBe(shownText(markdown));
    expect(joinLines(wrapped), file).toBe(markdown);
  }
});

test.each([
  [
    '- One\n  - Two\n\n    ![a](/a)\n  - Three\n- Four\n\n  five',
    '- One\n    - Two\n\n        ![a](/a)\n    - Three\n- Four\n\n    five',
  ],
  [
    '1. One\n   - Two\n\n     three\n   - Four\nfive\n     - Six',
    '1. One\n    - Two\n\n        three\n    - Four\n        five\n        - Six',
  ],
  [
    '- One\n\n    two\n\n- Three\n  - Four\n\nFive\n\n  six',
    '- One\n\n    two\n\n- Three\n    - Four\n\nFive\n\n  six',
  ],
])('Nested items get the indent that the editor knows, with all that belongs to them: %j', (markdown, indented) => {
  expect(indentLists(markdown)).toBe(indented);
  expect(shownText(indented)).toBe(shownText(markdown));
  expect(indentLists(indented)).toBe(indented);
});
