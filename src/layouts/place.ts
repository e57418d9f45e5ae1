import type { Edition } from '../editions/editions.ts';
import { wordsVersion } from '../i18n/words-file.ts';
import type { Place } from '../islands/ui/place.ts';

/** What islands are told of an edition. */
export const placeOf = ({ lang, brand }: Edition): Place => ({
  lang,
  brand: brand.name,
  words: `/assets/i18n/${lang}.json?v=${wordsVersion(lang)}`,
});
