import { use } from 'react';

import { TRANSLATIONS_ID } from '../../contract/element-ids.ts';
import { lightTranslator, type Tree } from '../../site/i18n/light-translator.ts';
import type { Translate } from '../../site/i18n/translator.ts';
import type { IslandProps } from './island-props.ts';

/** The translator of a page, in a browser. Suspends until the translations are loaded; until then the built page stays. */
export function useTranslate({ locale, brand, words }: IslandProps): Translate {
  loading ??= load(words, locale);
  const t = use(loading);
  return (key, values) => t(key, { brand, ...values });
}

/** Shared by all islands: a page has a single language. */
let loading: Promise<Translate> | undefined;

/** Reads translations from the page, or fetches them. */
async function load(words: string, locale: string): Promise<Translate> {
  const inPage = document.getElementById(TRANSLATIONS_ID);
  return inPage ? lightTranslator(JSON.parse(inPage.textContent) as Tree, locale) : fetchTranslations(words, locale);
}

/** Fetches all translations. Never resolves where the request fails: those on the page then stay in use. */
export async function fetchTranslations(words: string, locale: string): Promise<Translate> {
  try {
    const response = await fetch(words);
    return lightTranslator((await response.json()) as Tree, locale);
  } catch {
    return new Promise(() => {});
  }
}
