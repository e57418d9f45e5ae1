import { domainToASCII, domainToUnicode } from 'node:url';

const NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Whether a text is a host name in ASCII, in which an international name stands as valid punycode (RFC 5891, section 4). */
export function isHostName(text: string): boolean {
  const shown = shownHost(text);
  // Of invalid punycode, an empty name or the punycode itself is made.
  return NAME.test(text) && domainToASCII(shown) === text && !/(?:^|\.)xn--/.test(shown);
}

/** The host name that a wrong text probably means, such as `xn--80aswg.example` for `САЙТ.example`. */
export function likelyHostName(text: string): string | undefined {
  const name = domainToASCII(text.replace(/^[a-z]+:\/\/|[:/].*$/gi, ''));
  return isHostName(name) ? name : undefined;
}

/** A host name as readers know it: `сайт.example` for `xn--80aswg.example`. URLs keep the latter. */
export const shownHost = (host: string): string => domainToUnicode(host);
