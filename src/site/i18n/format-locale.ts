/**
 * The locale of dates, numbers and plural forms in pages, mails and browsers. English texts are British: without a country, `en` means the United States. A language that Intl does not know has the formats of its script and
 * country, because Intl would take those of the machine.
 */
export function formatLocale(lang: string): string {
  const { script, region } = new Intl.Locale(lang).maximize();
  const near = script ? [`und-${script}${region ? `-${region}` : ''}`, `und-${script}`] : [];
  const likely = near.map((tag) => new Intl.Locale(tag).maximize().language);
  return Intl.DateTimeFormat.supportedLocalesOf([lang === 'en' ? 'en-GB' : lang, ...likely])[0] ?? 'en-GB';
}
