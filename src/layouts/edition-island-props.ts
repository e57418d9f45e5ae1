import type { IslandProps } from '../islands/ui/island-props.ts';
import { type Edition, isHostDefault } from '../site/editions/editions.ts';
import { languageQuery } from '../site/editions/urls.ts';
import { translationsVersion } from '../site/i18n/translation-file.ts';

/** The props of islands on pages of an edition. */
export const islandPropsOf = (edition: Edition): IslandProps => ({
  lang: edition.lang,
  brand: edition.brand.name,
  words: `/assets/i18n/${edition.lang}.json?v=${translationsVersion(edition.lang)}`,
  ...(!isHostDefault(edition) && { query: languageQuery(edition) }),
});
