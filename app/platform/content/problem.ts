/** A problem in a content file, worded so that its editor can fix it: where, what was found, what is allowed. */
export interface ContentProblem {
  /** Path below the content directory. */
  file: string;
  /** Counted from 1; absent where the whole file is meant. */
  line?: number | undefined;
  /** Which field, such as `sections[2].heading`. */
  field?: string | undefined;
  message: string;
}

export function describeProblem({ file, line, field, message }: ContentProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}${field ? ` ${field}` : ''}: ${message}`;
}

/** Content that cannot be used. Carries every problem at once, so that one run of the check shows all there is to mend. */
export class ContentError extends Error {
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
