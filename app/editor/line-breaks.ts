import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

export const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Returns the positions of line breaks in Markdown that a page shows as spaces. */
function softBreaksIn(markdown: string): number[] {
  const found: number[] = [];
  const visit = (node: Nodes) => {
    if ('children' in node) node.children.forEach(visit);
    const { start, end } = node.position ?? {};
    if (node.type !== 'text' || start?.offset === undefined || end?.offset === undefined) return;
    const { offset } = start;
    const written = markdown.slice(offset, end.offset);
    found.push(...Array.from(written.matchAll(/[ \t]*\n/gu), ({ index }) => offset + index));
  };
  visit(parser.parse(markdown));
  return found;
}

/**
 * Makes line breaks that an author of the editor has typed or pasted visible on the page: the editor shows each line break as one, and
 * writes it in a way that Markdown takes for a space.
 * @param before the former text: if its lines are wrapped, line breaks stay as they are
 */
export function withVisibleBreaks(before: string, markdown: string): string {
  if (softBreaksIn(before).length > 0) return markdown;
  return softBreaksIn(markdown).reduceRight(
    (text, position) => `${text.slice(0, position)}\\${text.slice(position).replace(/^[ \t]+/u, '')}`,
    markdown,
  );
}
