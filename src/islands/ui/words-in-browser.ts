import { use } from 'react';

import { lightTranslator, type Tree } from '../../site/i18n/light-translator.ts';
import type { Translate } from '../../site/i18n/translator.ts';
import type { IslandProps } from './island-props.ts';

/** The words of a page, in a browser. What uses them waits for them, and the page stays as it came meanwhile. */
export function useWords({ lang, brand, words }: IslandProps): Translate {
  loading ??= load(words, lang);
  const t = use(loading);
  return (key, values) => t(key, { brand, ...values });
}

/** A page is in one language. */
let loading: Promise<Translate> | undefined;

/** Never ends where the words cannot be had: the page's own forms then go on working as they are. */
async function load(words: string, lang: string): Promise<Translate> {
  try {
    const response = await fetch(words);
    return lightTranslator((await response.json()) as Tree, lang);
  } catch {
    return new Promise(() => {});
  }
}
