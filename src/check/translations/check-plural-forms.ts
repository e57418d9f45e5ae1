import type { Diagnostic } from '../../shared/user-error.ts';
import { localeOf } from '../../site/i18n/site-language.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import type { ReadTranslations, Translations } from './read-translations.ts';

/** A key of a plural form, such as `readingTime_few`. */
export const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/;

/** Every plural needs all forms of the language and no others: i18next uses `_zero` for 0 in any language. */
export function checkPlurals(
  folder: SiteFolder,
  lang: string,
  { file, translations }: ReadTranslations,
  source: Translations,
): Diagnostic[] {
  const stems = new Set([...source.keys()].filter((key) => PLURAL.test(key)).map(stemOf));
  const rules = new Intl.PluralRules(localeOf(folder, lang));
  const forms = rules.resolvedOptions().pluralCategories;
  const wanted = new Set([...stems].flatMap((stem) => forms.map((form) => `${stem}_${form}`)));
  return [
    ...[...wanted]
      .filter((key) => !translations.has(key))
      .map((key) => ({
        file,
        line: lineNear(translations, key, source),
        message: `the plural form "${key}" is missing`,
        hint: `Add it, for example for ${exampleOf(rules, key.slice(key.lastIndexOf('_') + 1))}`,
        cause: `${file}#${key}`,
      })),
    ...[...translations]
      .filter(([key]) => stems.has(stemOf(key)) && !wanted.has(key))
      .map(([key, { line }]) => ({
        file,
        line,
        message: `"${key}" is no plural form of ${lang}`,
        hint: `Remove it: the language has ${forms.join(', ')}`,
      })),
  ];
}

/**
 * The line near which a missing translation belongs: that of the nearest key before or after it in a complete language, in the same group if
 * possible.
 * @param complete translations of a language that has the key
 */
export function lineNear(translations: Translations, key: string, complete: Translations): number {
  const keys = [...complete.keys()];
  const place = keys.findLastIndex((other) => stemOf(other) === stemOf(key));
  const group = key.slice(0, key.lastIndexOf('.') + 1);
  const before = keys.slice(0, place + 1).filter((other) => translations.has(other));
  const after = keys.slice(place + 1).filter((other) => translations.has(other));
  const near =
    before.findLast((other) => other.startsWith(group)) ??
    after.find((other) => other.startsWith(group)) ??
    before.at(-1) ??
    after[0];
  return translations.get(near ?? '')?.line ?? 1;
}

function exampleOf(rules: Intl.PluralRules, form: string): string {
  const number = [0, 1, 2, 3, 5, 1_000_000, 1.5].find((candidate) => rules.select(candidate) === form);
  return number === undefined ? 'numbers of that form' : `{{count}} = ${number}`;
}

/** A key without its plural form. */
export const stemOf = (key: string): string => key.replace(PLURAL, '$1');
