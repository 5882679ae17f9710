import { renderMarkdown } from '../../platform/content/markdown.ts';
import type { LegalPage } from './legal.schema.ts';

/** Company facts that legal texts name by token, so that a company replaces them once, in `site.yaml`. */
export type LegalTokens = Readonly<Record<string, string>>;

/**
 * Splits a legal text into its parts, one for each `##` heading, and fills in the company's facts.
 * @param tell told of what is wrong, and of the text it is about: a token nobody knows, text before the first heading;
 *   the parts are then not to be used
 */
export function legalParts(
  source: string,
  tokens: LegalTokens,
  tell: (message: string, text: string) => void,
): LegalPage['parts'] {
  const filled = source.replace(/\{([a-z_]+)\}/gu, (token, name: string) => {
    const value = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
    if (value === undefined) tell(`"${token}" is not a known token; there are ${listed(tokens)}`, token);
    return value ?? token;
  });
  const [before = '', ...parts] = filled.split(/^## /mu);
  if (parts.length === 0) tell('has no part; a part begins with "## "', before.trim());
  else if (before.trim()) {
    tell('has text before its first "## " heading; every paragraph belongs to a part', before.trim());
  }
  return parts.map((part) => {
    const [title = '', ...body] = part.split('\n');
    return { id: anchorOf(title), title: title.trim(), html: renderMarkdown(body.join('\n'), { headingIds: false }) };
  });
}

const listed = (tokens: LegalTokens) =>
  Object.keys(tokens)
    .map((token) => `{${token}}`)
    .join(', ');

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
