import type { z } from 'zod';
import { type ContentProblem, hasNoText } from '../../platform/content/problem.ts';
import { lineOfBody, parseSource, parseWith } from '../../platform/content/source.ts';
import { fillSource, type Tokens } from '../../platform/content/tokens.ts';
import { costOf, mayBeCostly } from '../../platform/html/costly-markdown.ts';
import { inspectMarkdown, type MarkdownFacts } from '../../platform/html/inspect-markdown.ts';
import { wordsOfMarkdown } from '../../platform/html/markdown.ts';
import type { PreparedDocument } from '../../platform/search-index/document-store.ts';
import { articleSchema } from './article.schema.ts';
import { readTimeOf } from './read-time.ts';

/** The data stored with an article's Markdown; none of it depends on another file. Lines are those of the file. */
export interface PreparedArticle extends Pick<MarkdownFacts, 'links' | 'pictures' | 'warnings'> {
  /** Checked, with unresolved references. */
  front: z.output<typeof articleSchema>;
  /** Whole minutes, at least 1. */
  readTime: number;
}

/** Turns an article's file into its document (`Prepare`). @throws RangeError when its text is nested too deeply to be rendered */
export function prepare(
  file: string,
  text: string,
  tokens: Tokens,
): { document: PreparedDocument } | { problems: readonly ContentProblem[] } {
  const problems: ContentProblem[] = [];
  const read = parseSource(file, text, problems);
  const source = read && fillSource(read, tokens, problems);
  const front = source && parseWith(articleSchema, source, problems);
  if (!source || !front || problems.length > 0) return { problems };
  const plainText = wordsOfMarkdown(source.body);
  if (!plainText) return { problems: [{ file, line: source.bodyLine, message: hasNoText }] };
  const refusal = mayBeCostly(source.body) ? costOf(source.body) : undefined;
  if (refusal !== undefined) return { problems: [{ file, message: refusal }] };
  const facts = inspectMarkdown(source.body);
  const inFile = <At extends { line: number }>(at: At): At => ({ ...at, line: lineOfBody(source, at.line) });
  if (facts.problems.length > 0) return { problems: facts.problems.map((problem) => ({ file, ...inFile(problem) })) };
  const article: PreparedArticle = {
    front,
    links: facts.links.map(inFile),
    pictures: facts.pictures.map(inFile),
    warnings: facts.warnings.map(inFile),
    readTime: readTimeOf(plainText),
  };
  return {
    document: {
      data: JSON.stringify(article),
      body: source.body,
      heading: front.title,
      summary: front.excerpt,
      text: plainText,
    },
  };
}
