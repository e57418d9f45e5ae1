import i18next, { type i18n } from 'i18next';

import { cachedBy, cachedByBoth } from '../../shared/cached-by.ts';
import type { SiteFolder } from '../site-folder.ts';
import type { Values } from './placeholder-names.ts';
import { localeOf } from './site-language.ts';
import { readTranslationFile, translationFile } from './translation-file.ts';

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
 * Translates into a language, with i18next as astro-i18next has set it up. It changes no global language, so that pages of several languages
 * and sites can render at the same time.
 * @param onUse called with the key of each translation that is looked up
 * @throws Error for a language or key without translation, and for a placeholder without value
 */
export function translator(folder: SiteFolder, lang: string, onUse?: (key: TranslationKey) => void): Translate {
  // astro-i18next sets i18next up when the module of the first page is loaded, which may come later.
  let words: Words | undefined;
  return (key, values) => {
    onUse?.(key);
    words ??= wordsOf(folder, lang);
    const asked = values ? `${key} ${JSON.stringify(values)}` : key;
    const text = words.known.get(asked) ?? words.lookUp(key, values);
    words.known.set(asked, text);
    return text;
  };
}

interface Words {
  lookUp: Translate;
  /** Results by key and values. Pages share most of them. */
  known: Map<string, string>;
}

const wordsOf = cachedByBoth((folder: SiteFolder, lang: string): Words => {
  const instance = instanceOf(folder);
  // Languages may share the plural forms of a locale.
  const locale = localeOf(folder, lang);
  instance.addResourceBundle(locale, lang, JSON.parse(readTranslationFile(folder, lang)));
  const translate = instance.getFixedT(locale, lang);
  const lookUp: Translate = (key, values = {}) => {
    const text = translate(key, { ...values, missingInterpolationHandler });
    if (text === key) throw new Error(`${translationFile(folder, lang)} has no "${key}". Add it.`);
    return text;
  };
  return { lookUp, known: new Map<string, string>() };
});

/** Every site has words of its own. */
const instanceOf = cachedBy((_folder: SiteFolder): i18n => {
  if (!i18next.isInitialized)
    throw new Error('i18next is not set up. Check that astro-i18next.config.cjs exists, with this ending.');
  const instance = i18next.createInstance();
  void instance.init({ ...i18next.options, resources: {} });
  return instance;
});

function missingInterpolationHandler(text: string, [, name]: RegExpExecArray): never {
  throw new Error(`"${text}" leaves {{${name?.trim()}}} open. Pass a value for it, or remove it from the translation.`);
}
