const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;

/** What stands after a path: it may say who somebody is, or hold a token. */
const PARAMETERS = /(^|(?:https?:\/\/|\/)[^\s"'?#]*)[?#][^\s"']*/g;

/** Twenty letters and digits, mixed: no word, and no name in a program. */
const TOKEN = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{20,}(?![\w-])/g;

/** Fields that the receiver of reports puts them together by, or that are not sent. */
const KEPT = /(^|_)ids?$|^(release|sdkProcessingMetadata)$/;

/** Takes out of a text whatever can tell who somebody is or let others act for them. */
export const scrubText = (text: string): string =>
  text.replace(EMAIL, '[e-mail]').replace(PARAMETERS, '$1').replace(TOKEN, '[token]');

/** Takes it out of a report, or any part of one. Cookies, bodies and users go altogether. */
export function scrub<Report>(report: Report): Report {
  if (typeof report === 'string') return scrubText(report) as Report;
  if (Array.isArray(report)) return report.map(scrub) as Report;
  if (!isPlain(report)) return report;
  const fields = Object.entries(report).filter(([name]) => !['cookies', 'user'].includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, KEPT.test(name) ? value : scrub(value)])) as Report;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
