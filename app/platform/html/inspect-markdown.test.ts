import { describe, expect, test } from 'vitest';
import { inEditor, inFile } from '../content/problem.ts';
import { inspectMarkdown } from './inspect-markdown.ts';

test('finds the references of a text, with their lines', () => {
  const text = 'One [a](/a#b)\ntwo [c][1]\n\n> ![A](news/a%20b.jpg)\n\n<p>\n<a href="#x">x</a></p>\n\n[1]: /c\n';
  expect(inspectMarkdown(text)).toEqual({
    links: [
      { name: '/a#b', line: 1 },
      { name: '/c', line: 2 },
      { name: '#x', line: 7 },
    ],
    pictures: [{ name: 'news/a b.jpg', line: 4 }],
    problems: [],
    warnings: [],
  });
});

test('ignores external links, footnotes, code and mail', () => {
  const text =
    'See https://a.example, [b](http://b.example), [c](mailto:a@b.example)[^1].\n\n```\n# [x](y)\n```\n\n[^1]: Note.';
  expect(inspectMarkdown(text)).toEqual({ links: [], pictures: [], problems: [], warnings: [] });
});

test('ignores literal brackets', () => {
  const text = 'An \\[a](b c), a \\[^1] and `[a](b c)[^2] <script>`, [1] [2].\n\n    [a][b]\n';
  expect(inspectMarkdown(text)).toEqual({ links: [], pictures: [], problems: [], warnings: [] });
});

test('accepts angle brackets that a page shows or understands', () => {
  const text =
    'Dear \\<customer name>, a < b > c, <https://a.example>, <a@b.example>, `<T>`, H<sub>2</sub>O<br>\n\n<!-- <Note> -->\n\n<figure title="a > <b>">\n<mark>x</mark></figure>';
  expect(inspectMarkdown(text)).toEqual({ links: [], pictures: [], problems: [], warnings: [] });
});

test('reads HTML after a nested list, and the notation in its items', () => {
  expect(inspectMarkdown('- one[^1]\n  - two\n\n<figure><img src="a.jpg" alt="A"></figure>')).toEqual({
    links: [],
    pictures: [{ name: 'a.jpg', line: 4 }],
    problems: [{ line: 1, message: expect.stringContaining('names the footnote [^1], which does not exist') }],
    warnings: [],
  });
});

test.each([
  [
    'a heading',
    '##Why now?',
    3,
    'shows "##Why" literally; write "## Why" for a heading, or "\\##Why" if that is meant',
  ],
  ['a title', '#AI', 3, 'shows "#AI" literally; write "## AI" for a heading, or "\\#AI" if that is meant'],
  ['a list', 'One:\n-item\n', 4, 'shows "-item" literally; write "- item" for a list, or "\\-item" if that is meant'],
  [
    'a numbered list',
    '> 1.One',
    3,
    'shows "1.One" literally; write "1. One" for a list, or "1\\.One" if that is meant',
  ],
  ['a link', 'See [x] (/a).', 3, 'shows [x] with its brackets; remove the space behind it to link it: [x](…)'],
  ['a URL', '[x] (https://a.example)', 3, 'shows [x] with its brackets; remove the space behind it to link it: [x](…)'],
  ['bold text', '**two** **bold **text', 3, expect.stringContaining('shows **bold ** with its asterisks')],
  ['bold text', 'One ** bold** text', 3, expect.stringContaining('shows ** bold** with its asterisks')],
  ['bold text', '**Note:**text', 3, expect.stringContaining('shows **Note:** with its asterisks')],
  ['bold text', 'A __bold __ text', 3, expect.stringContaining('shows __bold __ with its underscores; bold text')],
  ['bold text', '__ bold__', 3, expect.stringContaining('shows __ bold__ with its underscores')],
  [
    'italic text',
    '*one* *italic * text',
    3,
    expect.stringContaining('shows *italic * with its asterisks; italic text'),
  ],
  ['italic text', 'An _italic _, text', 3, expect.stringContaining('shows _italic _ with its underscores')],
  [
    'a bullet from Word',
    'What you bring:\n\n• Care',
    5,
    'shows "•" literally, in one paragraph with the lines around it; begin each entry of a list with "- "',
  ],
  [
    'a link',
    '[a](http://127.0.0.1:4100/x) [b](https://127.example) [c](http://localhost.example)',
    3,
    'links to "http://127.0.0.1:4100/x", which is on your own machine: nobody else can open it',
  ],
])(
  'warns about %s that is hardly intended, such as one that a misplaced space turns into text',
  (_, source, line, message) => {
    expect(inspectMarkdown(`Words.\n\n${source}`)).toMatchObject({ problems: [], warnings: [{ line, message }] });
  },
);

test.each([
  '\\##Why',
  '\\#AI',
  '\\-item',
  '1\\.One',
  '*item* and **-x**-y, #1',
  '-5 % and\n3.5 more',
  'New York • London, `• x`',
  '#1 in surveys',
  '```\n##x\n-y [a] (/b)\n```',
  '**bold** text, **more**s, (**a**) and ***b***: **c**',
  '2 ** 3 ** 4, 2**3 ** 4, 2**n, x **, **kwargs, Price** and Cost**',
  '\\*\\*bold \\*\\*text, `**bold **text`, \\**bold **text and **** or ** **',
  '**Excluding tax.',
  'Price* and cost*, 2 * 3 * 4, *args, *Excluding tax. *Including tax.',
  'x *, \\*italic * text',
  '_italic_ __bold__ snake_case_ name, __init__, Signature: ____ or __ date __, `_a _`, \\_b _',
  '```\n**bold **text\n```\n\n* **item** one\n* two**',
  '`[a] (/b)` and [a] (b)',
  '\\<abbr title=“x”>, `<abbr title=“x”>` and a <b but c=d',
  '## Why\n\n- x\n+ y\n\n1. z\n\n---',
  '<u>Old</u> <center>HTML</center>, a<wbr>b and <https://a.example>',
])('does not warn about %j', (source) => {
  expect(inspectMarkdown(`Words.\n\n${source}`)).toMatchObject({ problems: [], warnings: [] });
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
      'a link as a browser shows it',
      '[x](www.example.com/a.pdf)',
      '"www.example.com/a.pdf" is not complete; write "https://www.example.com/a.pdf"',
    ],
    [
      'an e-mail address',
      '[x](anna@example.com)',
      '"anna@example.com" is not complete; write "mailto:anna@example.com"',
    ],
    [
      'a link out of the site',
      '[x](/a/../../b)',
      '"/a/../../b" leads out of its folder by "." or ".."; write the path of the page itself',
    ],
    [
      'a link whose address holds a space',
      '[x](/contact us)',
      'has a space in the URL of a link: [x](/contact us); write "%20" instead, or remove it',
    ],
    [
      'a value in the quotes of a word processor',
      'We use <abbr title=“artificial intelligence”>AI</abbr>.',
      'shows <abbr title=“artificial intelligence”> as text; write values in straight quotes, such as <abbr title="…">',
    ],
    [
      'a URL in the quotes of a telephone',
      '<a href=“https://example.com”>x</a>',
      'shows <a href=“ as text; write values in straight quotes, such as <abbr title="…">',
    ],
    [
      'a caption in the quotes of a word processor',
      '![A pier](plates/pier.svg “Seen from the north”)',
      'has a caption in typographic quotes: [A pier](plates/pier.svg “Seen from the north”); write straight ones: "…"',
    ],
    [
      'a link to an undefined reference',
      'x [a][nowhere]',
      'has a link to "nowhere", which is not defined: [a][nowhere]; write [words](/page)',
    ],
    [
      'a footnote that is not there',
      'x[^9]',
      'names the footnote [^9], which does not exist; write it below the text: [^9]: …',
    ],
    [
      'HTML that the site removes',
      'x <script>y()</script>',
      'has <script>, which the site removes; write a link or a picture instead',
    ],
    [
      'a placeholder in angle brackets',
      'Dear <customer name>,',
      'shows nothing for "<customer name>"; remove it, or write "\\<customer name>" if that is meant',
    ],
    [
      'one between HTML that stays',
      '<p>See <!-- the <b> --> <Company></p>',
      'shows nothing for "<Company>"; remove it, or write "\\<Company>" if that is meant',
    ],
    [
      'one with a very long attribute',
      `<pic data="${'a'.repeat(400_000)}">`,
      'shows nothing for "<pic…"; remove it, or write "\\<pic…" if that is meant',
    ],
    [
      'a picture of another site',
      '![A](https://a.example/a.png)',
      `"https://a.example/a.png" is a picture of another site, which pages do not load; put the file below content/media and write ${example}`,
    ],
    [
      'one with a very long URL',
      `![A](https://a.example/${'a'.repeat(400_000)}.png)`,
      `"https://a.example/${'a'.repeat(98)}… is a picture of another site, which pages do not load; put the file below content/media and write ${example}`,
    ],
    [
      'a picture pasted as text',
      `![A](data:image/png;base64,${'a'.repeat(400_000)})`,
      `contains a picture as text, as pasted; remove it and put the file below content/media and write ${example}`,
    ],
    [
      'a picture by its URL',
      '![A](/media/a.png)',
      `"media/a.png" is not a path below content/media; write it without "media/" or "." at its beginning, such as ${example}`,
    ],
    [
      'a picture that leaves the folder',
      '![A](news/../../a.png)',
      `"news/../../a.png" is not a path below content/media; write it without "media/" or "." at its beginning, such as ${example}`,
    ],
    [
      'a picture by a path of Windows',
      '![A](news\\a.png)',
      `"news\\a.png" contains a backslash; write "/" between folders, such as ${example}`,
    ],
    [
      'a picture that is on the author’s machine',
      '![A](C:\\Users\\me\\a.png)',
      `"C:\\Users\\me\\a.png" is a file on your own machine; put the file below content/media and write ${example}`,
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
      'has a heading of level 1, which is the title of the page; those of a text begin with "## "',
    ],
    [
      'one that is underlined',
      'Title\n=====',
      'has a heading of level 1, which is the title of the page; those of a text begin with "## "',
    ],
  ])('%s', (_, source, message) => {
    const { problems } = inspectMarkdown(`Words.\n\n${source}`);
    expect(problems.map((problem) => ({ ...problem, message: inFile(problem.message) }))).toEqual([
      { line: 3, message },
    ]);
  });
});

test.each([
  [
    '![A](https://a.example/a.png)',
    '"https://a.example/a.png" is a picture of another site, which pages do not load; drop its file onto the text',
  ],
  ['![A](file:///a.png)', '"file:///a.png" is a file on your own machine; drop its file onto the text'],
  [
    '![A](data:image/png;base64,AA==)',
    'contains a picture as text, as pasted; remove it and drop its file onto the text',
  ],
  ['![](news/a.png)', '"news/a.png" has no description; write what it shows into the field "Alt Text"'],
  ['# Title', 'has a heading of level 1, which is the title of the page; those of a text begin with "Heading 2"'],
  ['<customer name>', 'shows nothing for "<customer name>"; use other brackets, such as [name]'],
])('Explains in the editor without Markdown: %s', (source, message) => {
  expect(inspectMarkdown(source).problems.map((problem) => inEditor(problem.message))).toEqual([message]);
});
