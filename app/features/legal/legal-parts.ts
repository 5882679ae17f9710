import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { type Wording, wordingOf } from '../../platform/content/problem.ts';
import { renderMarkdown } from '../../platform/html/markdown.ts';
import { idOfHeading } from '../../shared/own-ids.ts';
import { slugOf } from '../../shared/slug.ts';
import type { LegalPage } from './legal.schema.ts';

const markdown = unified().use(remarkParse).freeze();

/** Splits a legal text at its headings of the second level. @param onProblem receives each problem with the text before the first */
export function legalParts(source: string, onProblem: (message: Wording, text: string) => void): LegalPage['parts'] {
  const headings = markdown
    .parse(source)
    .children.flatMap((node) => (node.type === 'heading' && node.depth === 2 ? [node] : []));
  const offset = (point: { offset?: number | undefined } | undefined) => point?.offset ?? source.length;
  const before = source.slice(0, offset(headings[0]?.position?.start)).trim();
  const partBegins = { inFile: '"## "', inEditor: 'a "Heading 2"' };
  if (headings.length === 0) onProblem(wordingOf('has no part; a part begins with ', partBegins), before);
  else if (before) onProblem(wordingOf('has text that belongs to no part; a part begins with ', partBegins), before);
  return headings.map(({ position, children }, index) => {
    const title = source.slice(offset(children[0]?.position?.start), offset(children.at(-1)?.position?.end));
    const body = source.slice(offset(position?.end), offset(headings[index + 1]?.position?.start));
    // Two parts of one title are refused when all content is checked.
    return { id: idOfHeading(slugOf(title), () => false), title, html: renderMarkdown(body, { headingIds: false }) };
  });
}
