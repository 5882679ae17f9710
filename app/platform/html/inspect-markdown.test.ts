import { describe, expect, test } from 'vitest';
import { inspectMarkdown } from './inspect-markdown.ts';

test('finds what a text refers to, with its lines', () => {
  const text = 'One [a](/a#b)\ntwo [c][1]\n\n> ![A](news/a%20b.jpg)\n\n<p>\n<a href="#x">x</a></p>\n\n[1]: /c\n';
  expect(inspectMarkdown(text)).toEqual({
    links: [
      { name: '/a#b', line: 1 },
      { name: '/c', line: 2 },
      { name: '#x', line: 7 },
    ],
    pictures: [{ name: 'news/a b.jpg', line: 4 }],
    problems: [],
  });
});

test('leaves alone what leads elsewhere, notes, code and mail', () => {
  const text =
    'See https://a.example, [b](http://b.example), [c](mailto:a@b.example)[^1].\n\n```\n# [x](y)\n```\n\n[^1]: Note.';
  expect(inspectMarkdown(text)).toEqual({ links: [], pictures: [], problems: [] });
});

const forms = '"/page", "/page#anchor", "#anchor", "https://…", "mailto:…" or "tel:…"';
const example = '![What it shows](news/photo.jpg)';

describe('Refuses', () => {
  test.each([
    [
      'a link that runs a program',
      '[x](javascript:alert(1))',
      `"javascript:alert(1)" is a link that would run a program; it takes ${forms}`,
    ],
    [
      'one as HTML',
      '<a href="JavaScript:x()">x</a>',
      `"JavaScript:x()" is a link that would run a program; it takes ${forms}`,
    ],
    ['one between brackets', '<javascript:x>', `"javascript:x" is a link that would run a program; it takes ${forms}`],
    [
      'a link of another kind',
      '[x](file:///etc/passwd)',
      `"file:///etc/passwd" is a link that browsers would not follow safely; it takes ${forms}`,
    ],
    [
      'a link without a scheme',
      '[x](//evil.example)',
      `"//evil.example" is a link that browsers would not follow safely; it takes ${forms}`,
    ],
    [
      'a relative link',
      '[x](../other)',
      `"../other" is relative, and would lead elsewhere from every page; it takes ${forms}`,
    ],
    [
      'a link out of the site',
      '[x](/a/../../b)',
      '"/a/../../b" leads out of its folder by "." or ".."; write the path of the page itself',
    ],
    [
      'a picture of another site',
      '![A](https://a.example/a.png)',
      `"https://a.example/a.png" is a picture of another site, which pages do not load; put the file below content/media and write ${example}`,
    ],
    [
      'a picture by a path from the root',
      '![A](/media/a.png)',
      `"/media/a.png" is no path below content/media; write it without "/" or "." at its beginning, such as ${example}`,
    ],
    [
      'a picture that leaves the folder',
      '![A](news/../../a.png)',
      `"news/../../a.png" is no path below content/media; write it without "/" or "." at its beginning, such as ${example}`,
    ],
    [
      'a picture without a description',
      '![ ](news/a.png)',
      '"news/a.png" has no description; write between the brackets what the picture shows: ![What it shows](news/a.png)',
    ],
    [
      'one as HTML',
      '<img src="news/a.png">',
      '"news/a.png" has no description; write between the brackets what the picture shows: ![What it shows](news/a.png)',
    ],
    ['a picture without a file', '![A]()', `names no picture; write its path below content/media, such as ${example}`],
    [
      'a heading of the first level',
      '# Title',
      'has a heading with one "#", which is the title of the page; the headings of a text begin with "##"',
    ],
    [
      'one that is underlined',
      'Title\n=====',
      'has a heading with one "#", which is the title of the page; the headings of a text begin with "##"',
    ],
  ])('%s', (_, source, message) => {
    expect(inspectMarkdown(`Words.\n\n${source}`).problems).toEqual([{ line: 3, message }]);
  });
});
