import type { Edition } from './editions.ts';

/** Whether an edition shows its own text on a page. Such a page has its own canonical URL and no alternates in other editions. */
export type OwnsText = (edition: Edition) => boolean;

/** The edition of a language that search engines list: that of the dedicated host, of the default host, or of the first host. */
export function listedEdition(brand: Edition[], lang: string, ownsText: OwnsText): Edition | undefined {
  const free = brand.filter((other) => other.lang === lang && !other.closed && !ownsText(other));
  return free.find(isDedicated) ?? free.find(({ host, brand: { defaultHost } }) => host === defaultHost) ?? free[0];
}

/** Whether the host of an edition has no other language. */
export const isDedicated = ({ hostLanguages }: Edition): boolean => hostLanguages.length === 1;

/** The editions of the brand of an edition. */
export const brandOf = (edition: Edition, editions: Edition[]): Edition[] =>
  editions.filter((other) => other.brand.id === edition.brand.id);

/** Languages of open editions, in the order of the configuration. */
export const languagesOf = (brand: Edition[]): string[] => [
  ...new Set(brand.filter((edition) => !edition.closed).map((edition) => edition.lang)),
];
