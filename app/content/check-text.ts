import type { LinkIndex, Period } from '../platform/content/link-index.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import { lineOfBody, refusing, type Source } from '../platform/content/source.ts';
import { inspectMarkdown, type MarkdownFacts } from '../platform/html/inspect-markdown.ts';
import type { ReadingMemory } from './reading-memory.ts';

/** What the links and pictures of a text may lead to. */
export interface TextSurroundings {
  book: LinkIndex;
  hasPicture: (path: string) => boolean;
  /** Path of the page that shows the text; absent where every page shows it. */
  here: string | undefined;
  /** When the page is shown. */
  shown: Period;
  /** Takes links that lead nowhere at times. */
  warn: (warning: { line: number; message: string }) => void;
  /** ms since 1970. */
  now: number;
}

/** Links that lead nowhere and pictures that are not there, with the lines of the mentions. */
export function problemsWithMentions(
  { links, pictures }: Pick<MarkdownFacts, 'links' | 'pictures'>,
  { book, hasPicture, here, shown, warn, now }: TextSurroundings,
): { line: number; message: string }[] {
  return [
    ...links.flatMap(({ name, line }) => {
      const message = book.problemWith(name, here);
      if (message) return [{ line, message }];
      const warning = book.absenceOf(name, shown, now);
      if (warning) warn({ line, message: warning });
      return [];
    }),
    ...pictures.flatMap(({ name, line }) =>
      hasPicture(name) ? [] : [{ line, message: `"${name}" is not there; takes a picture below content/media` }],
    ),
  ];
}

/** All that is wrong with a text. @throws RangeError when it is nested too deeply */
export function problemsInMarkdown(
  markdown: string,
  surroundings: TextSurroundings,
): { line: number; message: string }[] {
  const facts = inspectMarkdown(markdown);
  return [...facts.problems, ...problemsWithMentions(facts, surroundings)];
}

/** All that is wrong with the body of a file. */
export function problemsInBody(
  source: Source,
  {
    warnings,
    memory,
    ...surroundings
  }: Omit<TextSurroundings, 'warn'> & { warnings: ContentProblem[]; memory: ReadingMemory },
): ContentProblem[] {
  const { file, body } = source;
  const problems: ContentProblem[] = [];
  const inFile = ({ line, message }: { line: number; message: string }) => ({
    file,
    line: lineOfBody(source, line),
    message,
  });
  const warn = (warning: { line: number; message: string }) => warnings.push(inFile(warning));
  const facts = refusing(file, problems, () => memory.recall(`facts of ${file}`, body, () => inspectMarkdown(body)));
  const found = facts ? [...facts.problems, ...problemsWithMentions(facts, { ...surroundings, warn })] : [];
  return [...problems, ...found.map(inFile)];
}
