import { expect, test } from 'vitest';
import { escapeMarkup, markup } from './markup.ts';

test('text is escaped for content and for attributes', () => {
  expect(escapeMarkup(`a < b & "c" > 'd' &amp;`)).toBe(`a &lt; b &amp; &quot;c&quot; &gt; 'd' &amp;amp;`);
});

test('markup escapes text, and inserts markup unchanged', () => {
  const items = ['<i>', '&'].map((item) => markup`<li title="${item}">${item}</li>`);
  expect(markup`<ol start="${3}">${items}</ol>`.source).toBe(
    '<ol start="3"><li title="&lt;i&gt;">&lt;i&gt;</li><li title="&amp;">&amp;</li></ol>',
  );
});
