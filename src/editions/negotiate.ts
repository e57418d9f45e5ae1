export interface LanguageWishes {
  /** Value of `?lang=`. */
  query: string | null;
  /** Header `Cookie`; its `lang` counts. */
  cookies: string | undefined;
  /** Header `Accept-Language`. */
  acceptLanguage: string | undefined;
}

/** Headers of a request that say which language is wished, for `Vary`. */
export const LANGUAGE_WISHES = 'Accept-Language, Cookie';

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
export function negotiate<Edition extends { lang: string }>(editions: Edition[], wishes: LanguageWishes): Edition {
  const supports = (wish?: string | null): Edition | undefined => editions.find(({ lang }) => lang === wish);
  return (
    supports(wishes.query) ??
    supports(/(?:^|;\s*)lang=([^;]*)/.exec(wishes.cookies ?? '')?.[1]) ??
    firstAccepted(editions, wishes.acceptLanguage ?? '') ??
    editions[0]!
  );
}

/** `Set-Cookie` that remembers a language for a year. */
export const languageCookie = (lang: string): string => `lang=${lang}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`;

/** `pt-BR` asks for `pt`, and `pt` for `pt-BR`. */
function firstAccepted<Edition extends { lang: string }>(
  editions: Edition[],
  acceptLanguage: string,
): Edition | undefined {
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
