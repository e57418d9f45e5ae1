import i18next from 'i18next';

import { memoize } from '../../shared/memoize.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Values } from './placeholder-names.ts';

type Translations = typeof import('../../../public/assets/i18n/en.json');

/** `readingTime_one` and its other plural forms have the key `readingTime`, with a `count`. */
type WithoutPlural<Name extends string> = Name extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Name;

type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? WithoutPlural<Name> : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** Every key of `public/assets/i18n/en.json`. */
export type TranslationKey = KeysOf<Translations>;

/** Looks up a translation and fills its `{{placeholders}}`. */
export type Translate = (key: TranslationKey, values?: Values) => string;

/**
 * Translates into one language. It changes no global language, so that pages of several languages can render at the same time.
 * @param onUse called with the key of each translation that is looked up
 * @throws UserError for a language or key without translation, and for a placeholder without value
 */
export function translator(lang: string, onUse?: (key: TranslationKey) => void): Translate {
  const lookUp: Translate = (key, values = {}) => {
    if (!i18next.hasResourceBundle(lang, 'translation')) {
      throw new UserError(
        `public/assets/i18n/${lang}.json was not loaded. Check that it exists, and that astro-i18next.config.cjs does.`,
      );
    }
    const text = i18next.getFixedT(lang)(key, { ...values, missingInterpolationHandler });
    if (text === key) throw new UserError(`public/assets/i18n/${lang}.json has no "${key}". Add it.`);
    return text;
  };
  const known = knownIn(lang);
  return (key, values) => {
    onUse?.(key);
    const asked = values ? `${key} ${JSON.stringify(values)}` : key;
    const text = known.get(asked) ?? lookUp(key, values);
    known.set(asked, text);
    return text;
  };
}

/** Results by language. Pages share most translations. */
const knownIn = memoize((_lang: string) => new Map<string, string>());

function missingInterpolationHandler(text: string, [, name]: RegExpExecArray): never {
  throw new UserError(
    `"${text}" leaves {{${name?.trim()}}} open. Pass a value for it, or remove it from the translation.`,
  );
}
