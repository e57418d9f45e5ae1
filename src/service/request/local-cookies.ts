const PREFIX = 'local-';

/**
 * Whether a Host header names a developer's machine. WebKit stores no `Secure` cookie over plain HTTP, not even for such a host, so there
 * the cookies of the service have neither the attribute `Secure` nor the prefix `__Host-`, which requires it.
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
const isLocal = (hostHeader: string): boolean => /.\.localhost(:\d+)?$/i.test(hostHeader);

/** The Cookie header of a request with the production names of cookies. */
export const withProductionNames = (hostHeader: string, cookies: string): string =>
  isLocal(hostHeader)
    ? cookies
        .split('; ')
        .filter((cookie) => !cookie.startsWith('__Host-'))
        .map((cookie) => cookie.replace(new RegExp(`^${PREFIX}`), '__Host-'))
        .join('; ')
    : cookies;

/** Replaces the cookies that a response sets by cookies that every browser stores on the host. */
export function localizeCookies(hostHeader: string, headers: Headers): void {
  if (!isLocal(hostHeader)) return;
  const cookies = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of cookies)
    headers.append('Set-Cookie', cookie.replace(/^__Host-/, PREFIX).replace(/; Secure(?=;|$)/i, ''));
}
