import type { Edition } from './editions.ts';

export interface LanguageWishes {
  /** Value of `?lang=`. */
  query?: string | null;
  /** Value of the cookie `lang`. */
  cookie?: string | null;
  /** Header `Accept-Language`. */
  acceptLanguage?: string | null;
}

/** The host a request is for: lower case, without port, and without the `.localhost` of a machine that shows the site to its maker. */
export function hostOf(hostHeader: string): string {
  return hostHeader
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/(.)\.localhost$/, '$1');
}

/**
 * The edition of a host that answers a visitor: `?lang=`, else the cookie, else the first supported language of
 * Accept-Language in list order (q is ignored, so that every server decides alike), else the host's default.
 * @param editions the editions of one host, its default first
 */
export function negotiate(editions: Edition[], { query, cookie, acceptLanguage }: LanguageWishes): Edition {
  const supports = (wish?: string | null): Edition | undefined => editions.find(({ lang }) => lang === wish);
  return supports(query) ?? supports(cookie) ?? firstAccepted(editions, acceptLanguage ?? '') ?? editions[0]!;
}

/** `pt-BR` asks for `pt`, and `pt` for `pt-BR`. */
function firstAccepted(editions: Edition[], acceptLanguage: string): Edition | undefined {
  const wishes = acceptLanguage.split(',').map((wish) => wish.split(';')[0]!.trim().toLowerCase());
  for (const wish of wishes.filter(Boolean)) {
    const match = editions.find(({ lang }) => {
      const tag = lang.toLowerCase();
      return tag === wish || wish.startsWith(`${tag}-`) || tag.startsWith(`${wish}-`);
    });
    if (match) return match;
  }
  return undefined;
}
