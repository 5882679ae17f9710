import type { Heading, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { type Wording, wordingOf } from '../../platform/content/problem.ts';
import { renderMarkdown } from '../../platform/html/markdown.ts';
import { idOfHeading } from '../../shared/own-ids.ts';
import { slugOf } from '../../shared/slug.ts';
import type { LegalPage } from './legal.schema.ts';

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();

/** Splits a legal text at its headings of the second level. @param onProblem receives each problem with the text before the first */
export function legalParts(source: string, onProblem: (message: Wording, text: string) => void): LegalPage['parts'] {
  const { children } = markdown.parse(source);
  const headings = children.filter((node): node is Heading => node.type === 'heading' && node.depth === 2);
  const offset = (point: { offset?: number | undefined } | undefined) => point?.offset ?? source.length;
  const written = ({ position }: RootContent) => source.slice(offset(position?.start), offset(position?.end));
  const before = source.slice(0, offset(headings[0]?.position?.start)).trim();
  const partBegins = { inFile: '"## "', inEditor: 'a "Heading 2"' };
  if (headings.length === 0) onProblem(wordingOf('has no part; a part begins with ', partBegins), before);
  else if (before) onProblem(wordingOf('has text that belongs to no part; a part begins with ', partBegins), before);
  const definitions = children
    .filter(({ type }) => type === 'definition' || type === 'footnoteDefinition')
    .map(written);
  return headings.map((heading, index) => {
    const title = textOf(heading);
    visit(heading, 'footnoteReference', () => {
      onProblem('has a footnote in the title of a part; put it into the text', written(heading));
    });
    const id = idOfHeading(slugOf(title), () => false);
    const body = source.slice(offset(heading.position?.end), offset(headings[index + 1]?.position?.start));
    // Those of the whole text, since a text is written with its notes at its end; a part's own ones come first and count.
    const html = renderMarkdown([body, ...definitions].join('\n\n'), { nameOnPage: id });
    // Two parts of one title are refused when all content is checked.
    return { id, title, html };
  });
}
