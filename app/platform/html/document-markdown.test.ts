import { expect, test } from 'vitest';
import { markdownOfDocument } from './document-markdown.ts';

const markdownOf = (main: string, head = '<title>Title: one</title>') =>
  markdownOfDocument(
    `<!DOCTYPE html><html><head>${head}</head><body><nav>Menu</nav><main>${main}</main><footer>End</footer></body></html>`,
    {
      url: 'https://www.acme.example/single/a/',
      silent: ' (opens a new tab)',
    },
  );
const bodyOf = (main: string) => markdownOf(main).split('\n---\n\n')[1];

test('front matter has the title, the metadata and the URL, as YAML', () => {
  const head =
    '<title>Title: one</title><meta name="description" content="It is &quot;so&quot;"><meta property="article:author" content="Ada"><meta name="scripts" content="x">';
  expect(markdownOf('<h1>One</h1>', head)).toBe(
    '---\ntitle: "Title: one"\ndescription: It is "so"\nauthor: Ada\nurl: https://www.acme.example/single/a/\n---\n\n# One\n',
  );
});

test('headings, lists, tables and code are preserved; URLs become absolute', () => {
  expect(
    bodyOf('<h2>Two</h2><ul><li><a href="/b">B</a></li></ul><img src="c.png" alt="C"><pre><code>x = 1\n</code></pre>'),
  ).toBe(
    '## Two\n\n- [B](https://www.acme.example/b)\n\n![C](https://www.acme.example/single/a/c.png)\n\n```\nx = 1\n```\n',
  );
  expect(bodyOf('<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>')).toBe(
    '| A |\n| - |\n| 1 |\n',
  );
});

test('controls, films, decoration, hidden elements and copies are left out, and lists that contain nothing else', () => {
  const gone =
    '<form><label>Name</label><input></form><button>Send</button><video src="x"></video><svg aria-hidden="true"><text>x</text></svg><p hidden>No</p><article data-copy="true">Again</article><nav><a href="/">Home</a></nav><ol><li><button>Go to slide 1</button></li></ol><script>1</script>';
  expect(bodyOf(`<p>Stays</p>${gone}`)).toBe('Stays\n');
});

test('a labelled drawing becomes its label; text only for screen readers is left out', () => {
  expect(
    bodyOf(
      '<p><a href="https://b.example/"><svg role="img" aria-label="Brand"></svg><span> (opens a new tab)</span></a></p>',
    ),
  ).toBe('[Brand](https://b.example/)\n');
});

test('links to anchors of the page are removed, and the number of a footnote is preserved', () => {
  expect(
    bodyOf('<p>Text<sup><a href="#fn-1" data-footnote-ref>1</a></sup> <a href="#contact">Talk to us</a></p>'),
  ).toBe('Text1\n');
});

test('adjacent links are separated', () => {
  expect(bodyOf('<p><a href="https://a.example/">A</a><a href="https://b.example/">B</a>.</p>')).toBe(
    '[A](https://a.example/) [B](https://b.example/).\n',
  );
});

test('a document without main has no text, and does not throw', () => {
  expect(markdownOfDocument('<p>Loose', { url: 'https://a.example/', silent: '' })).toBe(
    '---\ntitle: ""\nurl: https://a.example/\n---\n\n',
  );
});
