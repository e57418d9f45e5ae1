/** Something an editor or operator has to mend. */
export interface Problem {
  /** Path as the reader would open it. */
  file: string;
  /** Counted from 1. */
  line: number;
  what: string;
  remedy: string;
}

/** @example src/content/documents/shared/ru/rules.md:12  there are 30 rules instead of 31. Write the missing one. */
export const formatProblem = ({ file, line, what, remedy }: Problem): string => `${file}:${line}  ${what}. ${remedy}.`;

/** All problems in one error, in reading order. */
export class ProblemsError extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    const sorted = problems.toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line);
    super(
      `${sorted.length} problem(s) in the texts:\n${sorted.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`,
    );
    this.name = 'ProblemsError';
    this.problems = problems;
  }
}
