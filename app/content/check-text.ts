import type { LinkIndex, Period } from '../platform/content/link-index.ts';
import type { ContentProblem, Wording } from '../platform/content/problem.ts';
import { lineOfBody, refusing, type Source } from '../platform/content/source.ts';
import { type Finding, inspectMarkdown, type MarkdownFacts } from '../platform/html/inspect-markdown.ts';
import type { ReadingMemory } from './reading-memory.ts';

/** The context in which the links and pictures of a text are checked. */
export interface TextContext {
  linkIndex: LinkIndex;
  /** Returns why there is no picture by that path, and what to write; undefined if there is one. */
  problemWithPicture: (path: string) => Wording | undefined;
  /** Path of the page that shows the text; absent if every page shows it. */
  here: string | undefined;
  /** When the page is shown. */
  shown: Period;
  /** Called for links whose page is not shown all the time, and for warnings of the text. */
  warn: (warning: Finding) => void;
  /** The present time, ms since 1970. */
  now: number;
}

/** Reports links without a target and missing pictures, with their lines, and passes the warnings of the text on. */
export function problemsWithMentions(
  { links, pictures, warnings }: Omit<MarkdownFacts, 'problems'>,
  { linkIndex, problemWithPicture, here, shown, warn, now }: TextContext,
): Finding[] {
  warnings.forEach(warn);
  return [
    ...links.flatMap(({ name, line }) => {
      const message = linkIndex.problemWith(name, here);
      if (message) return [{ line, message }];
      const warning = linkIndex.warningAbout(name, shown, now);
      if (warning) warn({ line, message: warning });
      return [];
    }),
    ...pictures.flatMap(({ name, line }) => {
      const message = problemWithPicture(name);
      return message ? [{ line, message }] : [];
    }),
  ];
}

/** Returns the problems of a text. @throws RangeError if it is nested too deeply */
export function problemsInMarkdown(markdown: string, context: TextContext): Finding[] {
  const facts = inspectMarkdown(markdown);
  return [...facts.problems, ...problemsWithMentions(facts, context)];
}

/** Returns the problems of the body of a file. */
export function problemsInBody(
  source: Source,
  { warnings, memory, ...context }: Omit<TextContext, 'warn'> & { warnings: ContentProblem[]; memory: ReadingMemory },
): ContentProblem[] {
  const { file, body } = source;
  const problems: ContentProblem[] = [];
  const located = ({ line, message }: Finding) => ({
    file,
    line: lineOfBody(source, line),
    message,
  });
  const warn = (warning: Finding) => warnings.push(located(warning));
  const facts = refusing(file, problems, () => memory.recall(`facts of ${file}`, body, () => inspectMarkdown(body)));
  const found = facts ? [...facts.problems, ...problemsWithMentions(facts, { ...context, warn })] : [];
  return [...problems, ...found.map(located)];
}
