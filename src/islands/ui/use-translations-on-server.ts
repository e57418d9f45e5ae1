import { createContext, use } from 'react';

import type { Translate } from '../../site/i18n/translator.ts';
import type { IslandProps } from './island-props.ts';

/** The translator of the page that is rendered. */
export const PageTranslator = createContext<Translate>(() => {
  throw new Error('An island is rendered without a page.');
});

/** The translator of a page at build time. In a browser `#use-translate` is `use-translations-in-browser.ts` (package.json). */
export function useTranslate({ brand }: IslandProps): Translate {
  const t = use(PageTranslator);
  return (key, values) => t(key, { brand, ...values });
}
