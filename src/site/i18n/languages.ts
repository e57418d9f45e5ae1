/** What a language calls itself, as the first word of a menu entry: `Русский`. */
export const ownName = remembered((lang): string => {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
});

/** The direction a language is written in. */
export const directionOf = remembered((lang): 'ltr' | 'rtl' => new Intl.Locale(lang).getTextInfo().direction ?? 'ltr');

/** Language and most likely country, as Open Graph wants it: `uk` gives `uk_UA`. */
export const openGraphLocale = remembered((lang): string => {
  const { language, region } = new Intl.Locale(lang).maximize();
  return region && /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : language;
});

/** A day as readers of a language write it. */
export const formatDay = (lang: string, day: string): string => daysOf(lang)(day);

const daysOf = remembered((lang) => {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  return remembered((day) => format.format(new Date(day)));
});

/** Intl is slow, and every page asks. */
function remembered<Result>(read: (asked: string) => Result): (asked: string) => Result {
  const results = new Map<string, Result>();
  return (asked) => {
    const known = results.get(asked) ?? read(asked);
    results.set(asked, known);
    return known;
  };
}
