import type { z } from 'zod';
import { linksIn } from '../../platform/content/link-index.ts';
import type { ContentProblem } from '../../platform/content/problem.ts';
import { parseSource, parseWith } from '../../platform/content/source.ts';
import { fillSource, type Tokens } from '../../platform/content/tokens.ts';
import { renderMarkdown, wordsOfMarkdown } from '../../platform/html/markdown.ts';
import type { PreparedDocument } from '../../platform/search-index/document-store.ts';
import { articleSchema } from './article.schema.ts';
import { readTimeOf } from './read-time.ts';

/** What is kept of an article beside its Markdown: nothing that depends on another file. */
export interface PreparedArticle {
  /** Checked, its references not looked up. */
  front: z.output<typeof articleSchema>;
  /** Links of the text into this site. */
  links: readonly string[];
  /** Whole minutes, at least 1. */
  readTime: number;
}

/** Markdown that may lead into this site: only such a text is rendered before somebody asks for it, for its links. */
const mayLinkInside = /\]\(\s*<?[/#]|^ {0,3}\[[^\]]+\]:\s*<?[/#]|<a\s/imu;

/** Characters from which on a text is rendered to see whether it can be: the longest article of this site has 20,000. */
const longText = 100_000;

/** A text that may be more than the renderer survives: long, or nested very deeply. */
const mayBeTooMuch = (body: string) => body.length > longText || /^(?:[ \t]*[>*+-]){100}|^[ \t]{200}/mu.test(body);

/**
 * Makes an article's document of its file (`Prepare`).
 * @throws RangeError when its text is nested too deeply to be rendered
 */
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
  const words = wordsOfMarkdown(source.body);
  if (!words) return { problems: [{ file, line: source.bodyLine, message: 'has no text below its front matter' }] };
  const links =
    mayLinkInside.test(source.body) || mayBeTooMuch(source.body)
      ? linksIn(renderMarkdown(source.body)).filter((link) => /^[/#]/u.test(link))
      : [];
  const article: PreparedArticle = { front, links, readTime: readTimeOf(words) };
  return {
    document: {
      data: JSON.stringify(article),
      body: source.body,
      heading: front.title,
      summary: front.excerpt,
      text: words,
    },
  };
}
