import { type Translate, translator } from '../../i18n/t.ts';
import type { Place } from './place.ts';

/** The words of a page, while it is built. In a browser `#words` is `words-in-browser.ts` (package.json). */
export function useWords({ lang, brand }: Place): Translate {
  const t = translator(lang);
  return (key, values) => t(key, { brand, ...values });
}
