/** The name of a language in itself, with a capital letter: `Русский`. Where Intl does not know that, it is the English name. */
export function ownName(lang: string): string {
  const name = new Intl.DisplayNames([lang, 'en'], { type: 'language' }).of(lang) ?? lang;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

/** Open Graph locale of a language and its most likely country: `uk` gives `uk_UA`. */
export function openGraphLocale(lang: string): string {
  const { language, region } = new Intl.Locale(lang).maximize();
  return region && /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : language;
}
