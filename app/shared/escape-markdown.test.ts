import { toString as textOf } from 'hast-util-to-string';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { escapeMarkdown } from './escape-markdown.ts';

const processor = unified().use(remarkParse).use(remarkRehype);

test.each([
  'Cloud & Applications',
  'Written as &amp;, &lt; or &#38;',
  'Costs \\] of [a](b)',
  'A `tick`, a *star*, an _underscore_',
  '<b>x</b> </script> <!-- x -->',
])('%s is the text of a link', (title) => {
  const tree = processor.runSync(
    processor.parse(`- [${escapeMarkdown(title)}](https://a.example): ${escapeMarkdown(title)}`),
  );
  expect(textOf(tree).trim()).toBe(`${title}: ${title}`);
});
