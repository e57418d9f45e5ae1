import { isLocalSite } from '../../site/editions/negotiate.ts';

/**
 * Prefix of cookies of the service on a local site. WebKit stores no `Secure` cookie over plain HTTP, not even there, so those cookies
 * have neither the attribute `Secure` nor the prefix `__Host-`, which requires it.
 */
const PREFIX = 'local-';

/** The Cookie header of a request with the production names of cookies. */
export const withProductionNames = (hostHeader: string, cookies: string): string =>
  isLocalSite(hostHeader)
    ? cookies
        .split('; ')
        .filter((cookie) => !cookie.startsWith('__Host-'))
        .map((cookie) => cookie.replace(new RegExp(`^${PREFIX}`), '__Host-'))
        .join('; ')
    : cookies;

/** Replaces the cookies that a response sets by cookies that every browser stores on the host. */
export function localizeCookies(hostHeader: string, headers: Headers): void {
  if (!isLocalSite(hostHeader)) return;
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies)
    headers.append('Set-Cookie', cookie.replace(/^__Host-/, PREFIX).replace(/; Secure(?=;|$)/i, ''));
}
