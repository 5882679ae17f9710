/** What a problem says: two wordings if an author in the editor, who sees fields instead of the notation of a file, needs other words. */
export type Wording = string | { readonly inFile: string; readonly inEditor: string };

/** Returns a wording that begins with the same words in a file and in the editor. */
export const wordingOf = (start: string, end: Wording): Wording =>
  typeof end === 'string' ? start + end : { inFile: start + end.inFile, inEditor: start + end.inEditor };

/** Says in the editor that a required field is still empty: the field's hint has the rest. */
export const missingInEditor = 'is missing';

export const hasNoText: Wording = { inFile: 'has no text below its front matter', inEditor: missingInEditor };

/** A problem in a content file. The message says what was found and what is allowed, so that an editor can fix it. */
export interface ContentProblem {
  /** Path below the content directory. */
  file: string;
  /** Counted from 1; absent if the problem concerns the whole file. */
  line?: number | undefined;
  /** Path of the field, such as `sections[2].heading`. */
  field?: string | undefined;
  message: Wording;
}

/** Problems stored for one instance: a wrong name in a shared file may cause one in every other file. */
export const maxStoredProblems = 200;

/** Formats a problem on one line: `pages/home.yaml:12 hero.heading: …`. */
export function describeProblem({ file, line, field, message }: ContentProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}${field ? ` ${field}` : ''}: ${inFile(message)}`;
}

/** Returns the words for those who edit the file itself. */
export const inFile = (message: Wording): string => (typeof message === 'string' ? message : message.inFile);

/** Returns the words for those who edit in the editor. */
export const inEditor = (message: Wording): string => (typeof message === 'string' ? message : message.inEditor);

/** Content is invalid. Carries every problem at once, so that one run of the check shows all of them. */
export class ContentError extends Error {
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
