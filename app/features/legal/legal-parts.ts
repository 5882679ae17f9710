import { renderMarkdown } from '../../platform/html/markdown.ts';
import { idOfHeading } from '../../shared/own-ids.ts';
import { slugOf } from '../../shared/slug.ts';
import type { LegalPage } from './legal.schema.ts';

/**
 * Splits a legal text into its parts, one for each `##` heading.
 * @param onProblem receives each problem with the text before the first heading; the parts are then invalid
 */
export function legalParts(source: string, onProblem: (message: string, text: string) => void): LegalPage['parts'] {
  const [before = '', ...parts] = source.split(/^## /mu);
  if (parts.length === 0) onProblem('has no part; a part begins with "## "', before.trim());
  else if (before.trim()) {
    onProblem('has text before its first "## " heading; every paragraph belongs to a part', before.trim());
  }
  return parts.map((part) => {
    const [title = '', ...body] = part.split('\n');
    return {
      id: idOfHeading(slugOf(title), () => false),
      title: title.trim(),
      html: renderMarkdown(body.join('\n'), { headingIds: false }),
    };
  });
}
