import { type Edition, isHostDefault } from './editions.ts';

/** Absolute URL of a page of an edition, with `?lang=` unless the language is the host's default. */
export const absoluteUrl = (edition: Edition, path: string): string =>
  `https://${edition.host}${path}${languageQuery(edition)}`;

/**
 * Link to a page of the same edition that keeps its language without a cookie.
 * @param target path of the page, with query and fragment
 * @example linkTo(germanOnAHostThatIsEnglishFirst, '/rules#rule-7') // '/rules?lang=de#rule-7'
 */
export function linkTo(edition: Edition, target: string): string {
  const query = languageQuery(edition);
  if (!query || /[?&]lang=/.test(target)) return target;
  return target.replace(/^[^#]*/, (address) => address + (address.includes('?') ? query.replace('?', '&') : query));
}

/** The query that selects an edition's language; empty for the host's default. */
export const languageQuery = (edition: Edition): string => (isHostDefault(edition) ? '' : `?lang=${edition.lang}`);

/** Absolute URL of a file that all languages of a host share. */
export const hostUrl = ({ host }: Edition, path: string): string => `https://${host}${path}`;
