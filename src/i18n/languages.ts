/** What a language calls itself, as the first word of a menu entry: `Русский`. */
export const ownName = perLanguage((lang): string => {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
});

/** The direction a language is written in. */
export const directionOf = perLanguage((lang): 'ltr' | 'rtl' => new Intl.Locale(lang).getTextInfo().direction ?? 'ltr');

/** Language and most likely country, as Open Graph wants it: `uk` gives `uk_UA`. */
export const openGraphLocale = perLanguage((lang): string => {
  const { language, region } = new Intl.Locale(lang).maximize();
  return region && /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : language;
});

/** A day as readers of a language write it. */
export const formatDay = (lang: string, day: string): string => dayFormat(lang).format(new Date(day));

const dayFormat = perLanguage((lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }));

/** Intl is slow to set up, and every page asks. */
function perLanguage<Result>(read: (lang: string) => Result): (lang: string) => Result {
  const results = new Map<string, Result>();
  return (lang) => {
    const known = results.get(lang) ?? read(lang);
    results.set(lang, known);
    return known;
  };
}
