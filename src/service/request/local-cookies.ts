import { isLocalSite } from '../../output/requests/negotiate.ts';

/**
 * Prefix of cookies of the service on a local site. WebKit stores no `Secure` cookie over plain HTTP, not even there, so those cookies
 * have neither the attribute `Secure` nor the prefix `__Host-`, which requires it.
 */
export const LOCAL_PREFIX = 'local-';

/** Prefix of cookies of the service in production: browsers bind them to the host, and to TLS. */
export const HOST_PREFIX = '__Host-';

/** The Cookie header of a request with the production names of cookies. */
export const withProductionNames = (hostHeader: string, cookies: string): string =>
  isLocalSite(hostHeader)
    ? cookies
        .split('; ')
        .filter((cookie) => !cookie.startsWith(HOST_PREFIX))
        .map((cookie) => cookie.replace(new RegExp(`^${LOCAL_PREFIX}`), HOST_PREFIX))
        .join('; ')
    : cookies;

/** Replaces the cookies that a response sets by cookies that every browser stores on the host. */
export function localizeCookies(hostHeader: string, headers: Headers): void {
  if (!isLocalSite(hostHeader)) return;
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies)
    headers.append(
      'Set-Cookie',
      cookie.replace(new RegExp(`^${HOST_PREFIX}`), LOCAL_PREFIX).replace(/; Secure(?=;|$)/i, ''),
    );
}
