/** A problem in a content file. The message says what was found and what is allowed, so that an editor can fix it. */
export interface ContentProblem {
  /** Path below the content directory. */
  file: string;
  /** Counted from 1; absent if the problem concerns the whole file. */
  line?: number | undefined;
  /** Path of the field, such as `sections[2].heading`. */
  field?: string | undefined;
  message: string;
}

/** Formats a problem on one line: `pages/home.yaml:12 hero.heading: …`. */
export function describeProblem({ file, line, field, message }: ContentProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}${field ? ` ${field}` : ''}: ${message}`;
}

/** Content is invalid. Carries every problem at once, so that one run of the check shows all of them. */
export class ContentError extends Error {
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
