import { describe, expect, test } from 'vitest';
import { headingIdsOf, renderMarkdown, textOfHtml, wordsOfMarkdown } from './markdown.ts';

describe('Markup that could run or load something is removed:', () => {
  test.each([
    ['a script', 'Text <script>alert(1)</script> on'],
    ['a script as a block', '<script>\nalert(1)\n</script>'],
    ['a handler', '<img src="x" onerror="alert(1)">'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a style', '<style>body{display:none}</style>\n\n<p style="color:red">x</p>'],
    ['a form', '<form action="https://evil.example"><input></form>'],
    ['an SVG with a script', '<svg><script>alert(1)</script></svg>'],
    ['a base', '<base href="https://evil.example/">'],
    ['a link that runs a script', '[x](javascript:alert(1))'],
    ['one in capitals', '[x](JAVASCRIPT:alert(1))'],
    ['one with a line break in it', '[x](<java\nscript:alert(1)>)'],
    ['one written with entities', '[x](&#106;avascript:alert(1))'],
    ['one of another kind', '[x](vbscript:msgbox(1))'],
    ['a document in a link', '[x](data:text/html,<script>alert(1)</script>)'],
    ['an automatic link', '<javascript:alert(1)>'],
    ['a picture that is a script', '![x](javascript:alert(1))'],
    ['a reference that runs a script', '[x][1]\n\n[1]: javascript:alert(1)'],
  ])('%s', (_, source) => {
    const html = renderMarkdown(source);
    const tags = html.match(/<[^>]*>/gu) ?? [];
    expect(tags.join()).not.toMatch(/script|style|iframe|form|input|svg|base|\son\w+=|data:/iu);
  });
});

describe('Markup of text is preserved:', () => {
  test.each([
    [
      'a table',
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      /<table tabindex="0">[\s\S]*<th align="left">a<\/th>[\s\S]*<td align="right">2<\/td>/u,
    ],
    [
      'a column of numbers that nothing aligns',
      '| a | b | c |\n|---|---|---|\n| x | $1 | 9 |\n| y | −2 days | – |',
      /<th align="right">b<\/th>[\s\S]*<td>x<\/td>\s*<td align="right">\$1<\/td>\s*<td>9<\/td>/u,
    ],
    [
      'a column of sentences that begin with a number',
      '| a | b |\n|---|---|\n| x | 3 people met twice a week for a year |',
      /<td>3 people/u,
    ],
    [
      'code',
      '```ts\nconst a = 1 < 2;\n```',
      /<pre tabindex="0"><code class="language-ts">const a = 1 &#x3C; 2;\n<\/code><\/pre>/u,
    ],
    ['a list', '- one\n- two', /<ul>\n<li>one<\/li>\n<li>two<\/li>\n<\/ul>/u],
    ['a quotation', '> said', /<blockquote>\n<p>said<\/p>\n<\/blockquote>/u],
    ['a link inside', '[x](/who-we-are#ourteam)', /<a href="\/who-we-are#ourteam">x<\/a>/u],
    ['a link outside', '[x](https://a.example/?b=1&c=2)', /<a href="https:\/\/a\.example\/\?b=1&#x26;c=2">/u],
    ['a link to a mailbox', '[x](mailto:a@a.example)', /<a href="mailto:a@a\.example">/u],
    ['a word struck out', '~~no~~', /<del>no<\/del>/u],
  ])('%s', (_, source, expected) => {
    expect(renderMarkdown(source)).toMatch(expected);
  });

  test.each([
    ['a link to a phone', '[Call](tel:+12125550100)', '<p><a href="tel:+12125550100">Call</a></p>'],
    [
      'a picture with its caption',
      '<figure>\n<img src="/media/a.webp" alt="A" onerror="x()">\n<figcaption>By <cite>Bo</cite></figcaption>\n</figure>',
      '<figure>\n<img src="/media/a.webp" alt="A">\n<figcaption>By <cite>Bo</cite></figcaption>\n</figure>',
    ],
    [
      'words that mean something',
      'An <abbr title="Application Programming Interface" onclick="x()">API</abbr> <mark style="color:red">since</mark> <time datetime="2026-03-04">March</time>.',
      '<p>An <abbr title="Application Programming Interface">API</abbr> <mark>since</mark> <time datetime="2026-03-04">March</time>.</p>',
    ],
    ['Markdown beside it', '<div>\n\n**bold**\n\n</div>', '<div>\n<p><strong>bold</strong></p>\n</div>'],
  ])('%s', (_, source, expected) => {
    expect(renderMarkdown(source)).toBe(expected);
  });

  test.each([
    ['an id that the page looks up', '<p id="contact">a</p>', '<p>a</p>'],
    ['the text of a style', '<style>p{}</style><p>a</p>', '<p>a</p>'],
    ['a frame with all that is in it', 'a <iframe src="/x"><b>b</b></iframe> c', '<p>a  c</p>'],
    ['a comment', 'a <!-- b --> c', '<p>a  c</p>'],
    ['an address that runs a script', '<a href="java&#115;cript:x()">a</a>', '<p><a>a</a></p>'],
    ['a field', '<input type="password" name="a"> b', '<p> b</p>'],
    ['a tag that ends what it did not begin', 'a</div></main> b', '<p>a b</p>'],
  ])('removes from HTML %s', (_, source, expected) => {
    expect(renderMarkdown(source)).toBe(expected);
  });

  test('footnotes next to HTML have their ids', () => {
    const html = renderMarkdown('One[^ä] <mark>two</mark>.\n\n[^ä]: First.');
    const [id = ''] = /(?<=<li id=")[^"]+/u.exec(html) ?? [];
    expect(id).toContain('user-content-fn-');
    expect(html).toContain(`href="#${id}"`);
  });

  test('footnotes, each linked there and back', () => {
    const html = renderMarkdown('One[^1] and two[^b].\n\n[^1]: First.\n\n[^b]: Second.');
    const ids = [...html.matchAll(/\bid="([^"]+)"/gu)].map(([, id]) => id);
    const targets = [...html.matchAll(/\bhref="#([^"]+)"/gu)].map(([, id]) => id);
    expect(targets).toHaveLength(4);
    expect(new Set(ids).size).toBe(ids.length);
    for (const target of targets) expect(ids).toContain(target);
  });
});

test('footnotes of texts that share a page have distinct ids, each linked there and back', () => {
  const source = 'One[^1] and `#user-content-`.\n\n[^1]: First.';
  const html = ['a', 'b'].map((nameOnPage) => renderMarkdown(source, { nameOnPage })).join('');
  const valuesOf = (name: string) => [...html.matchAll(new RegExp(`\\b${name}="#?([^"]+)"`, 'gu'))].map(([, id]) => id);
  const ids = valuesOf('id');
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
  const [first, second] = ['a', 'b'].map((name) => ids.filter((id) => id?.startsWith(`user-content-${name}-`)));
  expect([first, second]).toMatchObject([{ length: 3 }, { length: 3 }]);
  expect(new Set([...valuesOf('href'), ...valuesOf('aria-describedby')])).toEqual(new Set(ids));
  expect(html).toContain('<code>#user-content-</code>');
});

describe('Headings', () => {
  test('have distinct ids', () => {
    expect(renderMarkdown('## Why now?\n\n## Why now?')).toBe(
      '<h2 id="why-now">Why now?</h2>\n<h2 id="why-now-1">Why now?</h2>',
    );
  });

  test.each([
    ['## Contact', 'text-contact'],
    ['## Main', 'text-main'],
    ['## Menu: what we do', 'text-menu-what-we-do'],
    ['## Footnote label', 'text-footnote-label'],
    ['## User content fn 1', 'text-user-content-fn-1'],
    ['## Contact centres', 'contact-centres'],
    ['## 🙂', 'part'],
  ])('never have an id of the page around them: %s', (source, id) => {
    expect(headingIdsOf(renderMarkdown(`${source}\n\nText[^1]\n\n[^1]: A note.`))).toEqual([id]);
  });

  test('that would collide again are distinct', () => {
    expect(headingIdsOf(renderMarkdown('## Main\n\n## Text main\n\n## Main\n\n## 🙂\n\n## …'))).toEqual([
      'text-main',
      'text-main-1',
      'main-1',
      'part',
      'part-1',
    ]);
  });

  test('have no ids if texts share a page', () => {
    expect(renderMarkdown('## Why\n\n### How', { nameOnPage: 'a' })).toBe('<h2>Why</h2>\n<h3>How</h3>');
  });
});

describe('The text of HTML:', () => {
  test.each([
    ['entities are characters', '1 < 2 & `"so"` it’s', '1 < 2 & "so" it’s'],
    ['emphasis does not end a word', '**bold**ly', 'boldly'],
    ['blocks and cells do', '# One\n\ntwo\n\n| a | b |\n|---|---|\n| c | d |', 'One two a b c d'],
    ['an escaped tag is text', '`<script>`', '<script>'],
  ])('%s', (_, source, expected) => {
    expect(textOfHtml(renderMarkdown(source))).toBe(expected);
  });

  test('an entity is decoded once, and an unknown one is preserved', () => {
    expect(textOfHtml('&amp;lt; &#38;lt; &#x110000; &nothing; &nbsp;x')).toBe('&lt; &lt; &#x110000; &nothing; x');
  });
});

describe('The words of Markdown', () => {
  test.each([
    [
      'A [link](/page "Title"), ![a picture](a.png) and [two][2] [words].\n\n[2]: /url',
      'A link, a picture and two words.',
    ],
    [
      '**Bold** and _thin_ `code`, <b class="x">HTML</b><!-- hidden --> &amp; a note[^1].',
      'Bold and thin code, HTML a note',
    ],
    ['**Ends.**&#x4E;ext caf&eacute; &lt;b&gt;', 'Ends.Next café <b>'],
    ['<https://a.example> <me@a.example> 1 < 2', 'https://a.example me@a.example 1 2'],
  ])('of %j', (source, words) => {
    expect(wordsOfMarkdown(source)).toBe(words);
  });

  // In quadratic time, each takes minutes.
  test.each(['*', '_', '[', '![', '[^', '\n[', '<', '</', '<h', '<a ', '<!--', '<a@'])(
    'are found in linear time in a text of many %j',
    (part) => {
      wordsOfMarkdown(part.repeat(300_000));
    },
  );
});
