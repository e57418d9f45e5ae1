import { compareTexts } from './compare-texts.ts';

/** An error in a text, a translation or a setting that an editor or operator has to correct. */
export interface Diagnostic {
  /** Path from the working directory. */
  file: string;
  /** Counted from 1. */
  line: number;
  message: string;
  /** The correction, as an imperative sentence without full stop. */
  hint: string;
  /** File and name of a mistake from which other diagnostics follow, too: `…/en/rules.md#adults-only`. */
  cause?: string | undefined;
  /** Whether it follows from others with its cause. */
  follows?: boolean;
}

/** A mistake that several files have as a whole. */
export const mistakeOf = (files: string[], message: string, hint: string): Diagnostic[] =>
  files.map((file) => ({ file, line: 1, message, hint }));

/** An error in the input of a command. Scripts print its message without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/** An error that lists all diagnostics, and says where their causes are explained. */
export function toUserError(diagnostics: Diagnostic[]): UserError {
  const sections = new Set(diagnostics.map(({ file }) => MANUAL.find(([files]) => files.test(file))?.[1] ?? 'files'));
  const more = [...sections].map((section) => `#${section}`).join(', ');
  return new UserError(
    `${problemsOf(diagnostics).length} problem(s):\n${listDiagnostics(diagnostics)}\nMore: docs/errors.md${more}`,
  );
}

/** Sections of docs/errors.md by the files that they are about. */
const MANUAL: [files: RegExp, section: string][] = [
  [/\/i18n\/[^/]+\.json$/, 'words'],
  [/\.md$/, 'texts'],
  [/\/history\//, 'histories'],
  [/(?:translations\.lock\.json|glossary\.yaml)$/, 'translations'],
  [/\/themes\//, 'looks'],
  [/\.[cm]?[jt]s$/, 'hosts-file'],
];

/** A line for each of the first items of a list, and the number of the others. */
export const listFirst = (items: string[], max: number): string[] => [
  ...items.slice(0, max).map((item) => `  ${item}`),
  ...(items.length > max ? [`  and ${items.length - max} more`] : []),
];

/** A line for each problem: those from which others follow first, then by file and line. More problems of a kind in a file are counted. */
export function listDiagnostics(diagnostics: Diagnostic[]): string {
  const kinds = Map.groupBy(problemsOf(diagnostics), ([{ file, message }]) => `${file} ${kindOf(message)}`);
  return [...kinds.values()]
    .flatMap((problems) => [
      ...problems.slice(0, MAX_OF_KIND).map(format),
      ...(problems.length > MAX_OF_KIND
        ? [`${problems[0]?.[0].file}  and ${problems.length - MAX_OF_KIND} more like these.`]
        : []),
    ])
    .map((line) => `  ${line}`)
    .join('\n');
}

/** A mistake in many words of a file is probably a single mistake. */
const MAX_OF_KIND = 5;

/** A message without the names and numbers in it. */
const kindOf = (message: string): string => message.replaceAll(/"[^"]*"|\d+/g, '…');

type Problem = [cause: Diagnostic, ...following: Diagnostic[]];

function problemsOf(diagnostics: Diagnostic[]): Problem[] {
  const sorted = diagnostics.toSorted((a, b) => compareTexts(a.file, b.file) || a.line - b.line);
  const problems = [...Map.groupBy(sorted, (diagnostic) => diagnostic.cause ?? diagnostic).values()].map(
    (found) => found.toSorted((a, b) => rankOf(a) - rankOf(b)) as Problem,
  );
  return problems.toSorted((a, b) => Number(b.length > 1) - Number(a.length > 1));
}

/** Whether a diagnostic is about the file that is the cause of others. */
const isCause = ({ file, cause = '' }: Diagnostic): boolean => cause.startsWith(`${file}#`);

/** Causes come first. */
const rankOf = (diagnostic: Diagnostic): number => (isCause(diagnostic) ? 0 : diagnostic.follows ? 2 : 1);

const MAX_PLACES = 8;

/** @example src/content/documents/shared/ru/rules.md:12  there are 30 rules instead of 31. Write what is missing. */
function format([{ message, hint, ...place }, ...following]: Problem): string {
  const others = new Set(following.map(({ file, line }) => `${file}:${line}`));
  others.delete(`${place.file}:${place.line}`);
  const places = [...others].slice(0, MAX_PLACES);
  const more = others.size > MAX_PLACES ? ` and ${others.size - MAX_PLACES} more places` : '';
  const relation =
    isCause({ message, hint, ...place }) || following.every(({ follows }) => follows)
      ? 'From this follow mistakes at'
      : 'The same at';
  return `${place.file}:${place.line}  ${message}. ${hint}.${places.length ? ` ${relation} ${places.join(', ')}${more}` : ''}`;
}
