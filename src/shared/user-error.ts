/** Something an editor or operator has to mend. */
export interface Problem {
  /** Path as the reader would open it. */
  file: string;
  /** Counted from 1. */
  line: number;
  what: string;
  remedy: string;
}

/** A mistake of whoever runs the command. Its message says all there is to know, so no stack is shown. */
export class Mistake extends Error {
  override name = 'Mistake';
}

/** All problems at once, in reading order. */
export function mistakeOf(problems: Problem[]): Mistake {
  const sorted = problems.toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line);
  return new Mistake(`${sorted.length} problem(s):\n${sorted.map((problem) => `  ${format(problem)}`).join('\n')}`);
}

/** @example src/content/documents/shared/ru/rules.md:12  there are 30 rules instead of 31. Write what is missing. */
const format = ({ file, line, what, remedy }: Problem): string => `${file}:${line}  ${what}. ${remedy}.`;
