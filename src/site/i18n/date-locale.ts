/** The locale of dates and times in browsers. English texts are British; without a country `en` means the United States. */
export const dateLocale = (lang: string): string => (lang === 'en' ? 'en-GB' : lang);
