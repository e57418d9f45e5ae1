import { type Translate, translator } from '../../site/i18n/translator.ts';
import type { IslandProps } from './island-props.ts';

/** The translator of a page at build time. In a browser `#use-translate` is `use-translations-in-browser.ts` (package.json). */
export function useTranslate({ lang, brand }: IslandProps): Translate {
  const t = translator(lang);
  return (key, values) => t(key, { brand, ...values });
}
