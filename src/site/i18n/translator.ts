import i18next from 'i18next';

import { trackDependency } from '../../shared/track-dependencies.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Values } from './placeholders.ts';

type Translations = typeof import('../../../public/assets/i18n/en.json');

/** `readingTime_one` and its like are asked for as `readingTime`, with a `count`. */
type WithoutPlural<Name extends string> = Name extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Name;

type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? WithoutPlural<Name> : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** Every key of `public/assets/i18n/en.json`. */
export type TranslationKey = KeysOf<Translations>;

/** Looks up a word and fills its `{{placeholders}}`. */
export type Translate = (key: TranslationKey, values?: Values) => string;

/**
 * The words of one language. It never changes the language of others, so pages of several languages can render side by side.
 * @throws UserError in a language without words, at a key without a word, or at a placeholder without a value
 */
export function translator(lang: string): Translate {
  if (!i18next.hasResourceBundle(lang, 'translation')) {
    throw new UserError(
      `public/assets/i18n/${lang}.json was not loaded. Look whether it exists and astro-i18next.config.cjs is in its place.`,
    );
  }
  const fixed = i18next.getFixedT(lang);
  const lookUp: Translate = (key, values = {}) => {
    const word = fixed(key, { ...values, missingInterpolationHandler });
    if (word === key) throw new UserError(`public/assets/i18n/${lang}.json has no "${key}". Add it.`);
    return word;
  };
  const known = knownIn(lang);
  return (key, values) => {
    trackDependency(`word:${key}`);
    const asked = values ? `${key} ${JSON.stringify(values)}` : key;
    const word = known.get(asked) ?? lookUp(key, values);
    known.set(asked, word);
    return word;
  };
}

const knownWords = new Map<string, Map<string, string>>();

/** Every page asks for the same words. */
function knownIn(lang: string): Map<string, string> {
  const known = knownWords.get(lang) ?? new Map<string, string>();
  knownWords.set(lang, known);
  return known;
}

function missingInterpolationHandler(text: string, [, name]: RegExpExecArray): never {
  throw new UserError(`"${text}" leaves {{${name?.trim()}}} open. Pass a value for it, or remove it from the word.`);
}
