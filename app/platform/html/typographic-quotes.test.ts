import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { withTypographicQuotes } from './typographic-quotes.ts';

test.each([
  [`We don't say "yes" or 'no'.`, 'We don’t say “yes” or ‘no’.'],
  [`"Do not delete" is a confession.`, '“Do not delete” is a confession.'],
  [`The customers' own ("why?") words`, 'The customers’ own (“why?”) words'],
  ['Nothing to change', 'Nothing to change'],
  ['“Written so” isn’t changed', '“Written so” isn’t changed'],
])('%s', (written, typographic) => {
  expect(withTypographicQuotes(written)).toBe(typographic);
});

test('the length does not change, and only quotes are replaced', () => {
  const text = fc.string({ unit: fc.constantFrom('"', "'", 'a', ' ', '.', '9', '(', '\n', '…', '😀', '\u0301') });
  fc.assert(
    fc.property(text, (written) => {
      const typographic = withTypographicQuotes(written);
      expect(typographic.replace(/[“”]/gu, '"').replace(/[‘’]/gu, "'")).toBe(written);
    }),
  );
});

test('Markdown: a quote opens and closes around emphasis, links and code, and code is unchanged', () => {
  expect(renderMarkdown(`*"We will,"* she said: "[the client's own](/x) \`"a"\`".`)).toBe(
    '<p><em>“We will,”</em> she said: “<a href="/x">the client’s own</a> <code>"a"</code>”.</p>',
  );
  expect(renderMarkdown(`\`\`\`js\nconst it = 'is';\n\`\`\``)).toContain("const it = 'is';");
});

test('Markdown: an unclosed quote in one block does not affect the next', () => {
  expect(renderMarkdown(`- "open\n- "closed"\n\n| "a" | b's |\n| --- | --- |\n| 1 | "2" |`)).toMatch(
    /“open[\s\S]*“closed”[\s\S]*“a”[\s\S]*b’s[\s\S]*“2”/u,
  );
});
