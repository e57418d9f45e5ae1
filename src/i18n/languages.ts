/** What a language calls itself, as the first word of a menu entry: `Русский`. */
export function ownName(lang: string): string {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

/** The direction a language is written in. */
export const directionOf = (lang: string): 'ltr' | 'rtl' => new Intl.Locale(lang).getTextInfo().direction ?? 'ltr';

/** Language and most likely country, as Open Graph wants it: `uk` gives `uk_UA`. */
export function openGraphLocale(lang: string): string {
  const { language, region } = new Intl.Locale(lang).maximize();
  return region && /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : language;
}

/** A day as readers of a language write it. */
export const formatDay = (lang: string, day: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
