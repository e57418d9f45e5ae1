import type { IslandProps } from '../islands/ui/island-props.ts';
import { isHostDefault } from '../site/editions/editions.ts';
import { languageQuery } from '../site/editions/urls.ts';
import { languageName, localeOf } from '../site/i18n/site-language.ts';
import { translationsVersion } from '../site/i18n/translation-file.ts';
import type { PageView } from '../site/pages/page-view.ts';

/** The props of islands on a page. The islands may show every translation. */
export function islandPropsOf(page: PageView): IslandProps {
  const { edition } = page;
  const { folder } = edition.site;
  const names = page.siblings.map(({ lang }) => [lang, languageName(folder, lang)]);
  page.usesWords();
  return {
    lang: edition.lang,
    locale: localeOf(folder, edition.lang),
    brand: edition.brand.name,
    words: `/assets/i18n/${edition.lang}.json?v=${translationsVersion(folder, edition.lang)}`,
    names: Object.fromEntries(names),
    ...(!isHostDefault(edition) && { query: languageQuery(edition) }),
  };
}
