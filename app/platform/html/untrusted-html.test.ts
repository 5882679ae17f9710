import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { plainText, sanitizeUntrustedHtml } from './untrusted-html.ts';

const origin = 'https://cms.example';
const sanitize = (html: string) => sanitizeUntrustedHtml(html, { origin });

test('HTML rendered by this site is unchanged', () => {
  const html = renderMarkdown(
    '## A part\n\nText[^1] with [a link](#a-part), `code` and **more**.\n\n```js\nx\n```\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n- [x] done\n\n> quote\n\n[^1]: A note.',
  );
  // An attribute without a value may be written in two ways.
  expect(sanitize(html).replaceAll('=""', '')).toBe(html.replaceAll('=""', ''));
});

describe('harmful markup is removed', () => {
  test.each([
    ['scripts', '<p>a</p><script>alert(1)</script><style>p{}</style>', '<p>a</p>'],
    ['handlers and styles', '<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
    [
      'addresses of programs',
      '<a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a>',
      '<a>a</a><a>b</a>',
    ],
    ['forms and frames', '<form action="/x"><input name="a"></form><object data="x"></object>', ''],
    ['drawings that hold scripts', '<svg><script>x</script></svg>', ''],
    [
      'ids that the page looks up',
      '<p id="contact">a</p><div id="user-content-fn-1">b</div>',
      '<p>a</p><div id="user-content-fn-1">b</div>',
    ],
    ['comments', '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->', '<p>a</p>'],
  ])('%s', (_, html, expected) => {
    expect(sanitize(html)).toBe(expected);
  });
});

describe('markup of the host is adapted to this site', () => {
  test.each([
    [
      'anchors follow their headings',
      '<h2 id="old">A part</h2><a href="#old">x</a>',
      '<h2 id="a-part">A part</h2><a href="#a-part">x</a>',
    ],
    [
      'footnotes and their references lead to each other',
      '<p id="p">Yes<sup><a href="#f-%C3%BC" id="f-link">1</a></sup></p><ol><li id="f-ü">No. <a href="#f-link">Back</a> <a href="#gone">x</a></li></ol>',
      '<p>Yes<sup><a href="#user-content-f-ü" id="user-content-f-link">1</a></sup></p><ol><li id="user-content-f-ü">No. <a href="#user-content-f-link">Back</a> <a href="#gone">x</a></li></ol>',
    ],
    [
      'a table of contents leads to the anchors in headings',
      '<a href="#Part">Part</a><h2><span id="Part"></span>Part</h2>',
      '<a href="#user-content-Part">Part</a><h2 id="part"><span id="user-content-Part"></span>Part</h2>',
    ],
    [
      'headings that open the part below them keep their text',
      '<h3><button type="button"><span>Why?</span><span aria-hidden="true">+</span></button></h3><button>Copy</button>',
      '<h3 id="why"><span>Why?</span></h3>',
    ],
    [
      'the caption of a table stays one',
      '<table><caption>C</caption><tr><td>1</td></tr></table>',
      '<table tabindex="0"><caption>C</caption><tbody><tr><td>1</td></tr></tbody></table>',
    ],
    [
      'a picture that a script would load late is shown',
      '<img src="data:image/gif;base64,AA" data-lazy-src="/a.png" alt="A">',
      '<img src="https://cms.example/a.png" alt="A">',
    ],
    ['the first level is the title', '<h1>A</h1>', '<h2 id="a">A</h2>'],
    [
      'articles of the host are articles here',
      '<a href="https://cms.example/single/x/?a=b#c">x</a>',
      '<a href="/single/x/?a=b#c">x</a>',
    ],
    [
      'a picture does not lead to its own file, which the page shows in full size',
      '<a href="https://cms.example/files/a.JPG"><img src="https://cms.example/files/a-300x200.jpg" alt="A"></a><a href="https://other.example/a.jpg"><img src="https://cms.example/b.jpg" alt="B"></a>',
      '<img src="https://cms.example/files/a-300x200.jpg" alt="A"><a href="https://other.example/a.jpg"><img src="https://cms.example/b.jpg" alt="B"></a>',
    ],
    [
      'the button of a file is apart from its name',
      '<div class="wp-block-file"><a href="https://cms.example/p.pdf">Paper</a><a href="https://cms.example/p.pdf" class="wp-block-file__button" download>Download</a></div>',
      '<div><a href="https://cms.example/p.pdf">Paper</a> <a href="https://cms.example/p.pdf" class="">Download</a></div>',
    ],
    [
      'other addresses stay',
      '<a href="https://cms.example/about">x</a><a href="/join-us">y</a>',
      '<a href="https://cms.example/about">x</a><a href="/join-us">y</a>',
    ],
    [
      'inline markup of editors is preserved, with its time',
      '<figure class="x"><img src="https://cms.example/a.png" alt="A"><figcaption>By <cite>Bo</cite></figcaption></figure><p><abbr title="B">b</abbr> <mark>c</mark> <time datetime="2026-03-04" onclick="x()">March</time></p>',
      '<figure><img src="https://cms.example/a.png" alt="A"><figcaption>By <cite>Bo</cite></figcaption></figure><p><abbr title="B">b</abbr> <mark>c</mark> <time datetime="2026-03-04">March</time></p>',
    ],
    ['a phone can be called', '<a href="tel:+12125550100">x</a>', '<a href="tel:+12125550100">x</a>'],
    [
      'players become links',
      '<iframe src="https://video.example/x" title="Film"></iframe>',
      '<p><a href="https://video.example/x">Film</a></p>',
    ],
    [
      'a paragraph of one picture is a figure, its title the caption',
      '<p><a href="/a.png"><img src="/a.png" alt="A" title="Cap"></a></p>',
      '<figure><a href="/a.png"><img src="https://cms.example/a.png" alt="A"></a><figcaption>Cap</figcaption></figure>',
    ],
    [
      'a gallery of the block editor is a gallery here',
      '<figure class="wp-block-gallery"><figure><img src="/a.png" alt="A"></figure><figure><img src="/b.png" alt="B"></figure><figcaption>C</figcaption></figure>',
      '<figure class="gallery"><figure><img src="https://cms.example/a.png" alt="A"></figure><figure><img src="https://cms.example/b.png" alt="B"></figure><figcaption>C</figcaption></figure>',
    ],
    [
      'a picture in several formats becomes one picture',
      '<picture><source srcset="https://evil.example/a.webp"><img src="/a.png" alt="A"></picture>',
      '<img src="https://cms.example/a.png" alt="A">',
    ],
    [
      'pictures are absolute',
      '<img src="/a.png" alt="A" srcset="/b.png 2x" onerror="x">',
      '<img src="https://cms.example/a.png" alt="A">',
    ],
  ])('%s', (_, html, expected) => {
    expect(sanitize(html)).toBe(expected);
  });
});

test('texts that share a page have no ids', () => {
  const html = '<h2 id="b">A</h2><p id="a">x</p><a href="#a">y</a>';
  expect(sanitizeUntrustedHtml(html, { origin, headingIds: false })).toBe('<h2>A</h2><p>x</p><a href="#a">y</a>');
});

test.each([
  ['AT&amp;T&#8217;s &hellip; <em>x</em>', 'AT&T’s … x'],
  ['  plain a < b & c\n d ', 'plain a < b & c d'],
  ['<p>One</p><p>two<br/>three</p>', 'One two three'],
  ['What <we> & they do', 'What <we> & they do'],
])('the text of %s', (text, words) => {
  expect(plainText(text)).toBe(words);
});

test('plain text may contain many angle brackets', () => {
  // In quadratic time, this takes an hour.
  expect(plainText('<a '.repeat(300_000))).toHaveLength(899_999);
});
