/** An error in a text, a translation or a setting that an editor or operator has to correct. */
export interface Diagnostic {
  /** Path from the working directory. */
  file: string;
  /** Counted from 1. */
  line: number;
  message: string;
  /** The correction, as an imperative sentence without full stop. */
  hint: string;
}

/** A mistake that several files have as a whole. */
export const mistakeOf = (files: string[], message: string, hint: string): Diagnostic[] =>
  files.map((file) => ({ file, line: 1, message, hint }));

/** An error in the input of a command. Scripts print its message without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/** An error that lists all diagnostics by file and line. */
export const toUserError = (diagnostics: Diagnostic[]): UserError =>
  new UserError(`${diagnostics.length} problem(s):\n${listDiagnostics(diagnostics)}`);

/** A line for each of the first items of a list, and the number of the others. */
export const listFirst = (items: string[], max: number): string[] => [
  ...items.slice(0, max).map((item) => `  ${item}`),
  ...(items.length > max ? [`  and ${items.length - max} more`] : []),
];

/** A line for each diagnostic, by file and line. */
export const listDiagnostics = (diagnostics: Diagnostic[]): string =>
  diagnostics
    .toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line)
    .map((diagnostic) => `  ${format(diagnostic)}`)
    .join('\n');

/** @example src/content/documents/shared/ru/rules.md:12  there are 30 rules instead of 31. Write what is missing. */
const format = ({ file, line, message, hint }: Diagnostic): string => `${file}:${line}  ${message}. ${hint}.`;
