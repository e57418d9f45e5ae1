import { memoize } from '../../shared/memoize.ts';
import { dateLocale } from './date-locale.ts';

/** The name of a language in itself, with a capital letter: `Русский`. */
export const ownName = memoize((lang: string): string => {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
});

/** Writing direction of a language. */
export const directionOf = memoize(
  (lang: string): 'ltr' | 'rtl' => new Intl.Locale(lang).getTextInfo().direction ?? 'ltr',
);

/** Open Graph locale of a language and its most likely country: `uk` gives `uk_UA`. */
export const openGraphLocale = memoize((lang: string): string => {
  const { language, region } = new Intl.Locale(lang).maximize();
  return region && /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : language;
});

/** Formats a day in a language. */
export const formatDay = (lang: string, day: string): string => daysOf(lang)(day);

const daysOf = memoize((lang: string) => {
  const format = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'long', timeZone: 'UTC' });
  return memoize((day: string) => format.format(new Date(day)));
});
