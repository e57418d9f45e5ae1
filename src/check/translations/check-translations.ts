import type { Diagnostic } from '../../shared/user-error.ts';
import { placeholders } from '../../site/i18n/placeholder-names.ts';
import { plainTextMark } from '../../site/markdown/plain-text-mark.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { checkPlurals, lineNear, PLURAL, stemOf } from './check-plural-forms.ts';
import { type ReadTranslations, type Translations, wordsLanguageOf } from './read-translations.ts';

/**
 * Compares the translations of every language with those of the source language and with the language's plural forms.
 * @param read reads the translations of a language
 */
export function checkTranslations(
  folder: SiteFolder,
  languages: string[],
  read: (lang: string) => ReadTranslations,
): Diagnostic[] {
  const sourceLanguage = wordsLanguageOf(folder);
  const source = read(sourceLanguage);
  if (source.diagnostics.length) return source.diagnostics;
  const others = languages.filter((lang) => lang !== sourceLanguage).map((lang) => ({ lang, ...read(lang) }));
  const { file } = source;
  const model = others[0]?.translations ?? source.translations;
  /** Keys that all other languages have: the source language has lost them. */
  const lost = [...model.keys()].filter(
    (key) => !isKnown(key, source.translations) && others.every(({ translations }) => translations.has(key)),
  );
  return [
    ...lost.map((key) => ({
      file,
      line: lineNear(source.translations, key, model),
      message: `the word "${key}" is missing, which every other language has`,
      hint: 'Add it, or remove it from the others',
      cause: `${file}#${key}`,
    })),
    ...lostPlaceholders(source, others),
    ...checkBraces(source, () => placeholders),
    ...checkMarkup(source),
    ...checkPlurals(folder, sourceLanguage, source, source.translations),
    ...others.flatMap(({ lang, ...own }) =>
      own.diagnostics.length ? own.diagnostics : checkTranslation(folder, lang, own, source, lost),
    ),
  ];
}

function checkTranslation(
  folder: SiteFolder,
  lang: string,
  own: ReadTranslations,
  original: ReadTranslations,
  lost: string[],
): Diagnostic[] {
  const { file, translations } = own;
  const source = original.translations;
  const groups = new Set([...source.keys()].flatMap(groupsOf));
  /** Texts in the place of groups. */
  const texts = new Set([...translations.keys()].filter((key) => groups.has(key)));
  const missing = [...source].filter(
    ([key]) => !PLURAL.test(key) && !translations.has(key) && !groupsOf(key).some((group) => texts.has(group)),
  );
  const unknown = [...translations].filter(([key]) => !isKnown(key, source) && !lost.includes(key));
  return [
    ...missing.map(([key, { text }]) => ({
      file,
      line: lineNear(translations, key, source),
      message: `the word "${key}" is missing`,
      hint: `Add it and translate “${text}”`,
      cause: `${original.file}#${key}`,
    })),
    ...unknown.map(([key, { line }]) => ({
      file,
      line,
      message: texts.has(key)
        ? `"${key}" is a text, and a group of words in ${original.file}`
        : `"${key}" is no word of ${original.file}`,
      hint: texts.has(key) ? 'Write { … } with the words of the group' : 'Remove it or correct its name',
      // A plural form follows from the form that every language has.
      cause: `${original.file}#${PLURAL.test(key) ? `${stemOf(key)}_other` : key}`,
    })),
    ...checkPlurals(folder, lang, own, source),
    ...checkBraces(own, (key) => (isKnown(key, source) ? namesIn(sourceOf(key, source)) : undefined), original.file),
    ...checkMarkup(own),
    ...checkDropped(own, source),
  ];
}

/** @example groupsOf('page.rules.title') // ['page', 'page.rules'] */
const groupsOf = (key: string): string[] => [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index));

/**
 * Reports unknown placeholders, and `$t(`, which is a command of i18next.
 * @param original file whose mistake may be the cause
 */
function checkBraces(
  { file, translations }: ReadTranslations,
  allowed: (key: string) => readonly string[] | undefined,
  original?: string,
): Diagnostic[] {
  return [...translations].flatMap(([key, { text, line }]) => {
    const known = allowed(key);
    // Reported as no word of the source language.
    if (!known) return [];
    const rest = known.reduce((left, name) => left.replaceAll(inBraces(name), ''), text);
    const strange = /\{\{?[^{}]*\}?\}?|\}|\$t\(/.exec(rest)?.[0];
    if (!strange) return [];
    const hint = `Use one of these: ${known.map(inBraces).join(' ') || 'none'}`;
    const cause = original && `${original}#${PLURAL.test(key) ? stemOf(key) : key} ${strange}`;
    return [{ file, line, message: `"${key}" has the unknown placeholder ${strange}`, hint, cause }];
  });
}

/** Placeholders that every translation has: the source language has lost them. */
function lostPlaceholders(source: ReadTranslations, others: ReadTranslations[]): Diagnostic[] {
  if (others.length < 2) return [];
  return [...source.translations].flatMap(([key, { text, line }]) => {
    const theirs = others.map(({ translations }) => namesIn(translations.get(key)?.text ?? ''));
    const [first = []] = theirs;
    return first
      .filter((name) => theirs.every((names) => names.includes(name)) && !text.includes(inBraces(name)))
      .map((name) => ({
        file: source.file,
        line,
        message: `"${key}" has lost its placeholder ${inBraces(name)}, which every other language has`,
        hint: 'Put it where the value belongs',
        cause: `${source.file}#${PLURAL.test(key) ? stemOf(key) : key} ${inBraces(name)}`,
      }));
  });
}

/** Translations are plain text. No component prints them as HTML. */
function checkMarkup({ file, translations }: ReadTranslations): Diagnostic[] {
  return [...translations]
    .map(([key, { text, line }]) => ({ key, line, mark: text.includes('<') ? '<' : plainTextMark(text) }))
    .filter(({ mark }) => mark)
    .map(({ key, line, mark }) => ({
      file,
      line,
      message: `"${key}" has ${mark}, which is shown as it is written`,
      hint: 'Write it as plain text',
    }));
}

/** Reports placeholders that a translation lacks. Plural forms may lack the number, as in “one minute”. */
function checkDropped({ file, translations }: ReadTranslations, source: Translations): Diagnostic[] {
  return [...translations].flatMap(([key, { text, line }]) =>
    namesIn(sourceOf(key, source))
      .filter((name) => !text.includes(inBraces(name)) && !(PLURAL.test(key) && name === 'count'))
      .map((name) => ({
        file,
        line,
        message: `"${key}" has lost its placeholder ${inBraces(name)}`,
        hint: 'Put it where the value belongs',
      })),
  );
}

const isKnown = (key: string, source: Translations): boolean => sourceOf(key, source) !== '';

/** The text in the source language; for a plural form that it lacks, its form `other`. */
const sourceOf = (key: string, source: Translations): string =>
  (source.get(key) ?? source.get(`${stemOf(key)}_other`))?.text ?? '';

const namesIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name]) => name ?? []);

const inBraces = (name: string): string => `{{${name}}}`;
