import { UserError } from '../../../src/shared/user-error.ts';
import { isKnownLanguage, isLanguageTag, likelyTag } from '../../../src/site/editions/language-tag.ts';

/**
 * A language that was typed.
 * @param named languages that the hosts file names, which the registry need not have
 * @param example command that has a language in place of `<language>`
 * @throws UserError for what is no language
 */
export function languageArgument(lang: string, example: string, named: object = {}): string {
  if (isLanguageTag(lang) && (isKnownLanguage(lang) || Object.hasOwn(named, lang))) return lang;
  const likely = example.replace('<language>', likelyTag(lang) ?? 'de');
  throw new UserError(`"${lang}" is no language. Write a tag such as de, pt-BR or zh-Hant: ${likely}`);
}

/** Tells which plural forms are to be written. @param file with the words */
export const tellEmptyForms = (file: string, empty: string[]): void => {
  if (empty.length)
    console.log(
      `Write the plural forms that its source lacks in ${file}; until then nothing builds:\n${empty.map((key) => `  ${key}`).join('\n')}`,
    );
};
