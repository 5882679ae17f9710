import { describe, expect, test } from 'vitest';
import { renderMarkdown, textOfHtml } from '../../../app/platform/html/markdown.ts';
import { type PostContext, plainText, postMarkdown } from './post-markdown.ts';

const context: PostContext = {
  base: 'https://old.example/2024/03/here/',
  newUrl: (address) => (address.startsWith('https://old.example/2024/03/there') ? '/single/there/' : undefined),
  footnotes: new Map(),
  isOwn: (url) => url.startsWith('https://old.example/'),
  imported: (): string | undefined => undefined,
  isAttachmentPage: (url) => url === 'https://old.example/2024/03/here/one/',
  image: (id) => (id === '9' ? undefined : { url: `https://old.example/files/${id}.jpg`, alt: `Alt ${id}` }),
  ownImages: () => [{ url: 'https://old.example/files/own.jpg', alt: '' }],
};
const convert = (html: string, more: Partial<PostContext> = {}) => postMarkdown(html, { ...context, ...more });
const markdownOf = (html: string) => convert(html).markdown.trim();

describe('the classic editor', () => {
  test.each([
    ['an empty line begins a paragraph, a line break is one', 'One\ntwo\n\nThree', 'One\\\ntwo\n\nThree'],
    ['two line breaks begin a paragraph too', 'One<br /><br>Two<br>three', 'One\n\nTwo\\\nthree'],
    ['source with paragraphs of its own keeps its line breaks to itself', '<p>One\ntwo</p>', 'One two'],
    ['a line break in the source ends no second line', 'One<br />\ntwo<br />\n\nThree', 'One\\\ntwo\n\nThree'],
    [
      'an aligned paragraph leaves the lines beside it as they are',
      'One\ntwo\n<p style="text-align: center">Three</p>\nFour\nfive',
      'One\\\ntwo\n\nThree\n\nFour\\\nfive',
    ],
    ['text beside blocks', 'Before\n<h2>Head</h2>\nafter <b>all</b>', 'Before\n\n## Head\n\nafter **all**'],
    ['quotes and lists', '<blockquote>A\n\nB</blockquote><ul>\n<li>x</li>\n<li>y</li></ul>', '> A\n>\n> B\n\n- x\n- y'],
    ['lists from Word', '<ul><li>a</li>\n<ol><li>b</li></ol>\n<li>c</li></ul>', '- a\n  1. b\n- c'],
    ['preformatted text', '<pre>a\n\n  [gallery]\n</pre>', '```\na\n\n  [gallery]\n```'],
    ['divisions in place of paragraphs', '<div>One</div><div>Two</div><div>&nbsp;</div>', 'One\n\nTwo'],
    [
      'what means something in Markdown',
      '1. not a list * # [x] &lt;b&gt; a_b_c',
      '1\\. not a list \\* # \\[x] \\<b> a_b_c',
    ],
    [
      'what means something in texts of this site',
      'Hi {name}, {x y} <a href="https://a.example/{id}">{b}</a> <code>{c}</code>',
      'Hi \\{name}, {x y} [\\{b}](https://a.example/%7Bid%7D) `{c}`',
    ],
  ])('%s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });
});

describe('the block editor', () => {
  test('loses its comments', () => {
    const html =
      '<!-- wp:paragraph {"dropCap":true} -->\n<p class="has-drop-cap">One</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->\n\n<!-- wp:list -->\n<ul><li>a<!-- wp:list --><ul><li>b</li></ul><!-- /wp:list --></li></ul>\n<!-- /wp:list -->';
    expect(convert(html)).toEqual({ markdown: 'One\n\n- a\n  - b\n', remoteFiles: [], changes: [] });
  });

  test('reports blocks whose text is not in the export', () => {
    const { markdown, changes } = convert(
      '<!-- wp:latest-posts {"postsToShow":3} /--><!-- wp:spacer --><div></div><!-- /wp:spacer --><p>x</p>',
    );
    expect(markdown).toBe('x\n');
    expect(changes).toEqual(['block "latest-posts" left out: WordPress fills it in when it shows a page']);
  });

  test('keeps the name of a file and its button apart', () => {
    const html =
      '<!-- wp:file --><div class="wp-block-file"><a href="https://x.example/p.pdf">Paper</a><a href="https://x.example/p.pdf" class="wp-block-file__button" download>Download</a></div><!-- /wp:file -->';
    expect(convert(html).markdown).toBe('[Paper](https://x.example/p.pdf) [Download](https://x.example/p.pdf)\n');
  });

  test('turns an embed and a player into links', () => {
    const html =
      '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=a_b\n</div></figure><figure class="wp-block-video"><video controls src="/film.mp4"></video></figure><iframe src="//maps.example/x" title="Our office"></iframe>';
    const { markdown, changes } = convert(html);
    expect(markdown).toBe(
      '<https://www.youtube.com/watch?v=a_b>\n\n<https://old.example/film.mp4>\n\n[Our office](https://maps.example/x)\n',
    );
    expect(changes).toEqual(['<video> became a link', '<iframe> became a link']);
  });

  test.each([
    ['<p>See <iframe src="https://x.example/v"></iframe> there</p>', 'See <https://x.example/v> there'],
    ['<h2>See<iframe src="https://x.example/v"></iframe></h2>', '## See <https://x.example/v>'],
    ['<p><iframe src="https://x.example/v"></iframe></p>', '<https://x.example/v>'],
  ])('keeps the link to a player apart from the words around it: %s', (html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  test('leaves out a player without a URL, and reports it', () => {
    const { markdown, changes } = convert('<p>Before</p><video controls></video>');
    expect(markdown).toBe('Before\n');
    expect(changes).toEqual(['<video> without a URL was left out']);
  });

  test('keeps footnotes', () => {
    const { markdown } = convert(
      '<p>Yes<sup data-fn="u-1" class="fn"><a href="#u-1" id="u-1-link">1</a></sup>, no.</p><!-- wp:footnotes /-->',
      { footnotes: new Map([['u-1', 'See <em>there</em>.']]) },
    );
    expect(markdown).toBe('Yes[^1], no.\n\n[^1]: See *there*.\n');
  });

  test('keeps code with its language', () => {
    expect(markdownOf('<pre class="wp-block-code"><code lang="php">a &lt; b</code></pre>')).toBe('```php\na < b\n```');
    expect(markdownOf('<pre class="brush: ruby; gutter: false">x<br>y</pre>')).toBe('```ruby\nx\ny\n```');
  });

  test('keeps the alignment of columns', () => {
    const cells = (tag: string) =>
      `<tr><${tag}>a</${tag}><${tag} class="has-text-align-right" data-align="right">b</${tag}></tr>`;
    const table = `<table><thead>${cells('th')}</thead><tbody>${cells('td')}</tbody></table>`;
    expect(markdownOf(`<figure class="wp-block-table">${table}</figure>`)).toContain('| - | -: |');
  });

  test('gives a table without a head one', () => {
    const { markdown, changes } = convert(
      '<figure class="wp-block-table"><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></tbody></table></figure>',
    );
    expect(markdown).toBe('| a | b |\n| - | - |\n| 1 | 2 |\n');
    expect(changes).toEqual(['first row of a table became its head']);
  });
});

describe('tables', () => {
  const imported = (url: string) => new URL(url).pathname.slice(1);
  const render = (html: string) => {
    const { markdown, changes } = convert(html, { imported, footnotes: new Map([['u', 'Note.']]) });
    return { html: renderMarkdown(markdown).replaceAll('\n', ''), changes };
  };
  const inLines = 'lists, headings and other blocks in cells of a table became lines of text';

  test.each([
    ['a list', '<ul><li>x<ul><li>y</li></ul></li><li>z</li></ul>', 'x<br>y<br>z', [inLines]],
    ['preformatted text', '<pre>a\n\nb | c</pre>', '<code>a</code><br><code>b | c</code>', [inLines]],
    ['a heading', '<h3>H</h3>text', '<strong>H</strong><br>text', [inLines]],
    ['a quotation', '<blockquote>q</blockquote>', 'q', [inLines]],
    ['a table', '<table><tr><td>a</td><td>b</td></tr></table>', 'a<br>b', [inLines]],
    ['paragraphs', '<p>one</p>\n<p>two <b>b</b></p>', 'one<br>two <strong>b</strong>', []],
    ['divisions', '<span><div>a</div><div>b</div></span>c', 'a<br>b<br>c', []],
    ['line breaks', 'a<br>b<br>', 'a<br>b', []],
    ['code of two lines', '<code>a<br>b</code>', '<code>a</code><br><code>b</code>', []],
    ['a formatted space', '<b><i>a</i> </b>b', '<strong><em>a</em></strong> b', []],
    [
      'a film',
      'a <video src="https://x.example/v"></video> b',
      'a<br><a href="https://x.example/v">https://x.example/v</a><br>b',
      ['<video> became a link'],
    ],
    ['a picture', '<figure><img src="/p.jpg" alt="A pier"></figure>', '<img src="p.jpg" alt="A pier">', []],
  ])('%s in a cell leaves the rows as they are', (_, cell, expected, changes) => {
    const table = `<table><tr><th>Phase</th><th>Result</th></tr><tr><td>${cell}</td><td>A</td></tr><tr><td>Two</td><td>B</td></tr></table>`;
    expect(render(`<p>Before</p>${table}<p>End</p>`)).toEqual({
      html: `<p>Before</p><table tabindex="0"><thead><tr><th>Phase</th><th>Result</th></tr></thead><tbody><tr><td>${expected}</td><td>A</td></tr><tr><td>Two</td><td>B</td></tr></tbody></table><p>End</p>`,
      changes,
    });
  });

  test('a heading in a cell is none of the text', () => {
    const { html, changes } = render(
      '<h2 id="a">A</h2><table><tr><th><h1>T</h1></th></tr></table><h2 id="b">B</h2><a href="#b">b</a>',
    );
    expect(html).toContain('<a href="#b">b</a>');
    expect(changes).toEqual([inLines]);
  });

  test('a cell keeps its footnote', () => {
    expect(render('<table><tr><th>a</th></tr><tr><td><p><sup data-fn="u">1</sup></p></td></tr></table>').html).toMatch(
      /<td[^>]*><sup>.*Note\./u,
    );
  });

  test('a caption precedes its table', () => {
    const { html } = render('<table><caption><p>Results</p><p>by year</p></caption><tr><th>a</th></tr></table>');
    expect(html).toMatch(/^<p>Results<br>by year<\/p><table/u);
  });
});

describe('imported pictures stay pictures', () => {
  const imported = (address: string) => decodeURIComponent(address.replace('https://old.example/', 'uploads/'));
  test.each([
    ['alone', '<p><img src="/a b.jpg" alt="A bridge"></p>', '![A bridge](uploads/a%20b.jpg)'],
    ['called by their file', '<img src="/pier-at_dusk.jpg">', '![pier at dusk](uploads/pier-at_dusk.jpg)'],
    [
      'with a caption',
      '<figure><img src="/a.jpg" alt="A pier"><figcaption>The <b>pier</b></figcaption></figure>',
      '![A pier](uploads/a.jpg "The pier")',
    ],
    [
      'described by their caption',
      '<figure><img src="/a.jpg"><figcaption>The pier</figcaption></figure>',
      '![The pier](uploads/a.jpg "The pier")',
    ],
    ['without a link to their file', '<a href="/large.jpg"><img src="/a.jpg" alt="A"></a>', '![A](uploads/a.jpg)'],
    [
      'in a link to a page',
      '<figure><a href="https://a.example/"><img src="/a.jpg" alt="A"></a></figure>',
      '[![A](uploads/a.jpg)](https://a.example/)',
    ],
    [
      'without a link to its page in the media library',
      '<figure><a href="https://old.example/2024/03/here/one/"><img src="/a.jpg" alt="A"></a></figure>',
      '![A](uploads/a.jpg)',
    ],
    [
      'in a gallery',
      '<figure class="wp-block-gallery"><figure><img src="/1.jpg" alt="one"></figure><figure><img src="/2.jpg" alt="two"><figcaption>Second</figcaption></figure><figcaption>Both</figcaption></figure>',
      '![one](uploads/1.jpg) ![two](uploads/2.jpg "Second")\n\nBoth',
    ],
    [
      'in a gallery of the classic editor',
      'x\n\n[gallery ids="4,5"]',
      'x\n\n![Alt 4](uploads/files/4.jpg) ![Alt 5](uploads/files/5.jpg)',
    ],
  ])('%s', (_, html, expected) => {
    expect(convert(html, { imported })).toMatchObject({ markdown: `${expected}\n`, remoteFiles: [] });
  });
});

test('a picture that was not imported leaves the rest of its gallery as it is', () => {
  const html =
    '<figure class="wp-block-gallery"><img src="/1.jpg" alt="one"><img src="/2.gif" alt="two"><img src="/3.jpg" alt="three"></figure>';
  const imported = (url: string) => (url.endsWith('.jpg') ? new URL(url).pathname.slice(1) : undefined);
  expect(convert(html, { imported }).markdown).toBe(
    '![one](1.jpg) ![three](3.jpg)\n\n[Picture: two](https://old.example/2.gif)\n',
  );
});

describe('pictures are linked to and listed', () => {
  test.each([
    ['alone', '<p><img src="/a.jpg" alt="A bridge"></p>', '[Picture: A bridge](https://old.example/a.jpg)'],
    ['without a description', '<img src="/a%20b.jpg?w=3">', '[Picture: a b.jpg](https://old.example/a%20b.jpg?w=3)'],
    [
      'with a caption',
      '<figure><img src="/a.jpg" alt="x"><figcaption>The <b>pier</b></figcaption></figure>',
      '[Picture: The pier](https://old.example/a.jpg)',
    ],
    [
      'loaded late',
      '<img src="data:image/gif;base64,AAAA" data-src="/late.jpg" alt="Late">',
      '[Picture: Late](https://old.example/late.jpg)',
    ],
  ])('%s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
    expect(convert(html).remoteFiles).toHaveLength(1);
  });

  test('keeps a link to the large version and lists the small one', () => {
    const { markdown, remoteFiles } = convert('<a href="/large.jpg"><img src="/small.jpg" alt="A"></a>');
    expect(markdown).toBe('[Picture: A](https://old.example/large.jpg)\n');
    expect(remoteFiles).toEqual(['https://old.example/small.jpg']);
  });

  test('galleries, nested ones too', () => {
    const html =
      '<div class="wp-block-columns"><div><figure class="wp-block-gallery"><ul><li><figure><img src="/1.jpg" alt="one"></figure></li><li><figure><img src="/2.jpg" alt="two"><figcaption>Second</figcaption></figure></li></ul><figcaption>Both</figcaption></figure></div></div>';
    const { markdown, remoteFiles } = convert(html);
    expect(markdown).toBe(
      '[Picture: one](https://old.example/1.jpg)\n\n[Picture: Second](https://old.example/2.jpg)\n\nBoth\n',
    );
    expect(remoteFiles).toHaveLength(2);
  });

  test('pictures within the text are not', () => {
    expect(convert('<p>x<img src="data:image/png;base64,AA"></p>')).toMatchObject({ markdown: 'x\n', remoteFiles: [] });
  });
});

describe('shortcodes', () => {
  test.each([
    [
      'caption',
      '[caption id="a" width="3"]<a href="/b.jpg"><img src="/a.jpg" alt="x" /></a> Words <em>here</em>[/caption]',
      '[Picture: Words here](https://old.example/b.jpg)',
    ],
    [
      'old caption',
      '[caption caption="Words"]<img src="/a.jpg">[/caption]',
      '[Picture: Words](https://old.example/a.jpg)',
    ],
    [
      'gallery by ids',
      '[gallery ids="4,5"]',
      '[Picture: Alt 4](https://old.example/files/4.jpg)\n\n[Picture: Alt 5](https://old.example/files/5.jpg)',
    ],
    ['gallery of what was uploaded', 'x\n\n[gallery]', 'x\n\n[Picture: own.jpg](https://old.example/files/own.jpg)'],
    ['embed', '[embed width="3"]https://video.example/a[/embed]', '<https://video.example/a>'],
    ['audio', '[audio mp3="/a.mp3"][/audio]', '[/a.mp3](https://old.example/a.mp3)'],
    ['code', '[sourcecode language="js"]\nif (a < b) [x]\n[/sourcecode]', '```js\nif (a < b) [x]\n```'],
    ['page builder', '[vc_row][vc_column width="1/2"]One[/vc_column][vc_column]Two[/vc_column][/vc_row]', 'One\n\nTwo'],
    ['heading of a page builder', '[vc_row][vc_custom_heading text="Our work"]One[/vc_row]', '## Our work\n\nOne'],
    ['HTML of a page builder', 'a[vc_raw_html]PGI+T25lPC9iPiUyMQ==[/vc_raw_html]', 'a\n\n**One**!'],
    ['film of a page builder', '[vc_video link="https://v.example/1"]', '<https://v.example/1>'],
    [
      'pictures of page builders',
      '[vc_single_image image="4"][et_pb_image src="/b.jpg" alt="B"][/et_pb_image][vc_single_image]',
      '[Picture: Alt 4](https://old.example/files/4.jpg)\n\n[Picture: B](https://old.example/b.jpg)',
    ],
    [
      'button of a page builder',
      'a[vc_btn title="Our report" link="url:https%3A%2F%2Fr.example%2Fa%20b|title:R|"]',
      'a\n\n[Our report](https://r.example/a%20b)',
    ],
    [
      'button with its label inside or in an attribute',
      '[button url="/2024/"]Buy [b]now[/b][/button] or [button text="Ask" href="#"], [et_pb_button button_text="Go"][/et_pb_button]',
      '[Buy now](https://old.example/2024/) or Ask,\n\nGo',
    ],
    ['a button that is none', 'Press the [button] twice', 'Press the \\[button] twice'],
    [
      'parts that open on a click',
      '[et_pb_toggle title="Why & how?" admin_label="Toggle"]So.[/et_pb_toggle][tab title="Two"]2[/tab]',
      '## Why & how?\n\nSo.\n\n## Two\n\n2',
    ],
    [
      'pictures with a heading',
      '[vc_single_image image="4" title="Our pier"]',
      '## Our pier\n\n[Picture: Alt 4](https://old.example/files/4.jpg)',
    ],
    [
      'footnotes',
      'One[ref]A <em>first</em> note[/ref], two[efn_note]and [b]another[/b].[/efn_note] and on.',
      'One[^1], two[^2] and on.\n\n[^1]: A *first* note\n\n[^2]: and another.',
    ],
    ['inside a sentence', 'A [highlight color="red"]bright[/highlight] day', 'A bright day'],
    ['escaped', 'Write [[gallery]] there', 'Write \\[gallery] there'],
    ['what is none', 'He [sic] said a[i] and [1], [see below]', 'He \\[sic] said a\\[i] and \\[1], \\[see below]'],
  ])('%s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  test('removed blocks are reported', () => {
    expect(convert('x [contact-form-7 id="12" title="Contact"]').changes).toEqual([
      'shortcode [contact-form-7] removed, with its title "Contact"',
    ]);
    const part =
      '[et_pb_cta title="A" button_text="Call us" show_title="on" text_align="left" title_font="A|b"]b[/et_pb_cta]';
    expect(convert(`<h2>H</h2>${part}`).changes).toEqual([
      'shortcode [et_pb_cta] removed, with its button_text "Call us"',
    ]);
  });

  test.each([
    ['[gallery ids="4,9"]', 'attachment 9'],
    ['[gallery ids="9"]', 'attachment 9'],
    ['[gallery]', 'them'],
  ])('missing pictures of %s are reported', (html, missing) => {
    expect(convert(html, { ownImages: () => [] }).changes).toEqual([
      `pictures of a gallery left out: the export does not have ${missing}`,
    ]);
  });

  // Scanning the text again for each bracket would exceed the test's timeout.
  test.each(['[', '[a ', '<pre', '[caption]', '[/a]', '[[a'])(
    'a text of 20,000 times "%s" is read in one pass',
    (part) => {
      expect(convert(part.repeat(20_000)).markdown).toEqual(expect.any(String));
    },
  );
});

describe('links', () => {
  test.each([
    ['to a post that moved', '<a href="/2024/03/there/#part">there</a>', '[there](/single/there/)'],
    ['relative to the old page', '<a href="../about">a</a>', '[a](https://old.example/2024/03/about)'],
    ['of a program', '<a href="javascript:alert(1)">a</a>', 'a'],
    [
      'to a heading, by the id it has here',
      '<h2 id="old-id">A part</h2><p><a href="#old-id">a</a>, <a href="https://old.example/2024/03/here/#old-id">b</a></p>',
      '## A part\n\n[a](#a-part), [b](#a-part)',
    ],
    ['to nothing on the page', '<p><a href="#gone">a</a></p>', 'a'],
    ['by mail', '<a href="mailto:a@b.example">a</a>', '[a](mailto:a@b.example)'],
  ])('%s', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });
});

test('shifts headings below the title and preserves their hierarchy', () => {
  expect(markdownOf('<h1>A</h1><h3><strong>B</strong></h3><h2></h2>')).toBe('## A\n\n#### B');
  expect(markdownOf('<h4>A</h4><h5>B</h5>')).toBe('## A\n\n### B');
});

test.each([
  ['a<strong>Note: </strong>b<em> c<br></em>d', 'a**Note:** b *c*\\\nd'],
  ['a<b><br></b>b <i><b>c </b></i>d', 'a\\\nb ***c*** d'],
])('formatting ends before its last space or line break: %s', (html, expected) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(expected);
});

test('keeps the lines and the indentation of code', () => {
  const code = '<pre>a:<span>\n</span><span>\u00A0\u00A0</span>b\n\u00A0\u00A0c</pre>';
  expect(markdownOf(code)).toBe('```\na:\n  b\n  c\n```');
});

test('emoji that WordPress draws as pictures are text', () => {
  const emoji = '<p>Hi <img class="emoji" alt="😀" src="https://s.w.org/images/core/emoji/1f600.svg">!</p>';
  expect(convert(emoji)).toMatchObject({ markdown: 'Hi 😀!\n', remoteFiles: [] });
});

test('reports links in the captions of pictures, which have none here', () => {
  const html = '<figure><img src="/a.jpg"><figcaption>By <a href="https://by.example/">Bo</a></figcaption></figure>';
  const { markdown, changes } = convert(html, { imported: () => 'a.jpg' });
  expect(markdown).toBe('![By Bo](a.jpg "By Bo")\n');
  expect(changes).toEqual(['link to "https://by.example/" in a caption removed, its text stays']);
});

test('keeps superscript and subscript figures', () => {
  expect(markdownOf('<p>H<sub>2</sub>O, m<sup>2</sup>, n<sup>th</sup></p>')).toBe('H₂O, m², nth');
});

test.each([
  ['<p>Press <button onclick="x()">here</button></p>', 'Press here'],
  ['<h2><button>Why?<span aria-hidden="true">+</span></button></h2><div>So.</div>', '## Why?\n\nSo.'],
])('keeps the label of a button, and reports it: %s', (html, markdown) => {
  expect(convert(html)).toMatchObject({ markdown: `${markdown}\n`, changes: ['<button> became its label'] });
});

test.each(['One\n<!--nextpage-->\ntwo', '<p>One</p><!--nextpage--><p>two</p>'])(
  'joins the pages of a post, and reports it: %j',
  (html) => {
    expect(convert(html)).toMatchObject({ markdown: 'One\n\ntwo\n', changes: ['its pages became one'] });
  },
);

test('removes scripts, styles and forms, and reports functional ones', () => {
  const { markdown, changes } = convert(
    '<style>p{}</style><p onclick="x()" style="color:red">Text</p><script>x</script><form><input></form>',
  );
  expect(markdown).toBe('Text\n');
  expect(changes).toEqual(['<script> left out', '<form> left out']);
});

test('separates the words of lines and blocks in plain text', () => {
  expect(plainText('One<br>two<p>three</p><p>f<b>our</b></p>')).toBe('One two three four');
});

test('writes Markdown that is parsed as the same text', () => {
  const html =
    '<h2>1. First *part*</h2><p>a_b_c &lt;tag&gt; `tick` ~~x~~ | [l](m) ![i](j) &amp;amp; \\ #no - no + no</p><p>- no list</p><p>+ none</p><p>1) none</p><p># none</p><p>&gt; none</p><p>---</p><p>===</p><p>| a | b |</p><ul><li><p>one</p><p>two</p></li></ul><p>http://x.example/a_b www.y.example a@b.example</p><p>[^1] [x]: y</p>';
  expect(textOfHtml(renderMarkdown(convert(html).markdown))).toBe(plainText(html.replaceAll('</', ' </')));
});

test('a PDF of the blog is linked to at its imported path, or listed; one of another site is a link', () => {
  const html =
    '<p><a href="/uploads/A%20b.PDF?x#page=2">A</a> <a href="https://a.example/b.pdf">B</a></p><p>https://old.example/c.pdf</p>';
  const imported = (url: string) => (url.includes('/uploads/') ? 'uploads/A b.PDF' : undefined);
  expect(convert(html, { imported })).toMatchObject({
    markdown: '[A](/media/uploads/A%20b.PDF#page=2) [B](https://a.example/b.pdf)\n\n<https://old.example/c.pdf>\n',
    remoteFiles: ['https://old.example/c.pdf'],
  });
});
