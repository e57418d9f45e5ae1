import { checkBlocks } from '../../check/check-blocks.ts';
import { checkDays } from '../../check/check-days.ts';
import { type Inspect, inspectText } from '../../check/inspect-content-file.ts';
import { checkTranslations } from '../../check/translations/check-translations.ts';
import { compareTranslations } from '../../check/translations/compare-translations.ts';
import { parseTranslations } from '../../check/translations/read-translations.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import { findUnreadable } from '../../shared/text/decode-text.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { fileOf } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { TextKey } from '../protocol.ts';
import { sourceLanguageOf } from './source-language.ts';
import { readTextIn, type TextInLanguage } from './text-in-language.ts';

/** A mistake of a block, or a difference from the source block that may be a mistake. */
export interface BlockProblem extends Diagnostic {
  lang: string;
  /** Undefined where the mistake belongs to no block. */
  block?: string | undefined;
  /** Whether it stops a build. */
  isError: boolean;
}

/** Problems of a text in all its languages, without those of links to other texts. */
export function problemsOf(draft: Draft, key: TextKey, texts: TextInLanguage[]): BlockProblem[] {
  const original = originalOf(draft, key, texts);
  const differences = texts.flatMap((text) => {
    if (!original || text === original) return [];
    const { file, lang, parts: blocks } = text;
    return compareTranslations(draft.workspace.site.folder, [{ file, lang, original: original.parts, blocks }]);
  });
  return [
    ...toBlockProblems(errorsOf(draft, key, texts), texts, original, true),
    ...toBlockProblems(differences, texts, original, false),
  ];
}

/** The text that the others are translated from; undefined where its language lacks it. */
export function originalOf(draft: Draft, key: TextKey, texts: TextInLanguage[]): TextInLanguage | undefined {
  const source = sourceLanguageOf(draft, key);
  return texts.find(({ lang }) => lang === source);
}

/** Finds the blocks of problems. */
export function toBlockProblems(
  problems: Diagnostic[],
  texts: TextInLanguage[],
  original: TextInLanguage | undefined,
  isError: boolean,
): BlockProblem[] {
  return problems.flatMap((problem) => {
    const text = texts.find(({ file }) => file === problem.file);
    return text ? [{ ...problem, lang: text.lang, block: blockOf(problem, text, original), isError }] : [];
  });
}

/** Inspects a text once. */
export const inspectSource: Inspect = cachedBy(inspectText);

function errorsOf(draft: Draft, key: TextKey, texts: TextInLanguage[]): Diagnostic[] {
  if (key.kind === 'words') {
    const source = sourceLanguageOf(draft, key);
    const read = (lang: string) => {
      const file = fileOf(draft.folders, key, lang);
      const text = draft.read(file);
      return parseTranslations(lang, file, text === undefined ? undefined : Buffer.from(text), source);
    };
    return checkTranslations(
      draft.workspace.site.folder,
      texts.map(({ lang }) => lang),
      read,
    );
  }
  const sources = texts.flatMap(({ source }) => source ?? []);
  // A text without an original beside it is compared with the shared original.
  const sharedKey: TextKey = { ...key, scope: 'shared' };
  const shared =
    key.scope === 'shared' ? undefined : readTextIn(draft, sharedKey, sourceLanguageOf(draft, sharedKey))?.source;
  return [
    ...sources.flatMap(({ file, text }) => findUnreadable(file, text)),
    ...sources.flatMap((source) => inspectSource(source).diagnostics),
    ...checkBlocks([...sources, ...(shared ? [shared] : [])], inspectSource),
    ...checkDays(draft.workspace.site.day, sources, inspectSource),
  ];
}

/** The block that a problem names, or that has its line. */
function blockOf(
  { line, message }: Diagnostic,
  { blocks }: TextInLanguage,
  original: TextInLanguage | undefined,
): string | undefined {
  const [, named] = /"([^"]+)"/.exec(message) ?? [];
  const known = [...blocks, ...(original?.blocks ?? [])].find(({ id }) => id === named);
  return known?.id ?? blocks.findLast((block) => block.line <= line)?.id;
}
