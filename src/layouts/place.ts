import { type Edition, isHostDefault } from '../editions/editions.ts';
import { languageQuery } from '../editions/urls.ts';
import { wordsVersion } from '../i18n/words-file.ts';
import type { Place } from '../islands/ui/place.ts';

/** What islands are told of an edition. */
export const placeOf = (edition: Edition): Place => ({
  lang: edition.lang,
  brand: edition.brand.name,
  words: `/assets/i18n/${edition.lang}.json?v=${wordsVersion(edition.lang)}`,
  ...(!isHostDefault(edition) && { query: languageQuery(edition) }),
});
