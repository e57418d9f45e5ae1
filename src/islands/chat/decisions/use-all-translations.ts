import { use } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';
import type { IslandProps } from '../../ui/island-props.ts';
import { fetchTranslations } from '../../ui/use-translations-in-browser.ts';

/** The translator with the translations that the page of the chat does not contain, because few people need them. Suspends until they are loaded. */
export function useAllTranslations({ words, locale, brand }: IslandProps): Translate {
  loading ??= fetchTranslations(words, locale);
  const t = use(loading);
  return (key, values) => t(key, { brand, ...values });
}

let loading: Promise<Translate> | undefined;
