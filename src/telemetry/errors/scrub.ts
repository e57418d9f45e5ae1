const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g;

/** Query and fragment of a URL: they may identify a visitor, or hold a token. */
const PARAMETERS = /(?<=^|\/[^\s"'?#]*)[?#][^\s"']*/g;

/** At least twenty letters and digits, mixed: neither a word nor an identifier. */
const TOKEN = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{20,}(?![\w-])/g;

/** Fields that Sentry groups reports by, or that are not sent. */
const KEPT = /(^|_)ids?$|^(release|sdkProcessingMetadata)$/;

/** Removes addresses, queries and tokens from a text. */
export const scrubText = (text: string): string =>
  text.replace(EMAIL, '[e-mail]').replace(PARAMETERS, '').replace(TOKEN, '[token]');

/** Removes the same from all texts of a report, and removes cookies and users. */
export function scrub<Report>(report: Report): Report {
  if (typeof report === 'string') return scrubText(report) as Report;
  if (Array.isArray(report)) return report.map(scrub) as Report;
  if (!isPlain(report)) return report;
  const fields = Object.entries(report).filter(([name]) => !['cookies', 'user'].includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, KEPT.test(name) ? value : scrub(value)])) as Report;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
