import { dateLocale } from './date-locale.ts';

/**
 * The locale of dates, numbers and plural forms in pages and mails. A language that Intl does not know has the formats of its script and
 * country, because Intl would take those of the machine.
 */
export function formatLocale(lang: string): string {
  const { script, region } = new Intl.Locale(lang).maximize();
  const near = script ? [`und-${script}${region ? `-${region}` : ''}`, `und-${script}`] : [];
  const likely = near.map((tag) => new Intl.Locale(tag).maximize().language);
  return Intl.DateTimeFormat.supportedLocalesOf([dateLocale(lang), ...likely])[0] ?? 'en-GB';
}
