import { memoize } from '../../shared/memoize.ts';
import type { SiteFolder } from '../site-folder.ts';
import { formatLocale } from './format-locale.ts';
import { ownName } from './language-facts.ts';

/** The name of a language in itself, for menus. */
export const languageName = ({ languages }: SiteFolder, lang: string): string =>
  languages.facts[lang]?.name ?? ownName(lang);

/** Writing direction of a language. */
export const directionOf = ({ languages }: SiteFolder, lang: string): 'ltr' | 'rtl' =>
  languages.facts[lang]?.direction ?? new Intl.Locale(lang).getTextInfo().direction ?? 'ltr';

/** Writing direction of a text in another language than that of its page; undefined where both are the same. */
export function foreignDirection(
  folder: SiteFolder,
  page: string,
  text: string | undefined,
): 'ltr' | 'rtl' | undefined {
  const own = directionOf(folder, text ?? page);
  return own === directionOf(folder, page) ? undefined : own;
}

/** The locale of dates, numbers and plural forms in pages, mails and browsers. */
export const localeOf = ({ languages }: SiteFolder, lang: string): string =>
  formatLocale(languages.facts[lang]?.formats ?? lang);

/** Formats a day in a language. */
export const formatDay = (folder: SiteFolder, lang: string, day: string): string =>
  dayFormat(localeOf(folder, lang)).format(new Date(day));

const dayFormat = memoize((locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));
