import { APIError } from 'better-auth';

import { SHORT_COOKIE } from '../auth/auth.ts';
import type { RequestContext } from './request-context.ts';
import { signCookieValue } from './resign-cookies.ts';

/** better-auth with passkeys of this host. A passkey is bound to the host name of the page. @see https://www.w3.org/TR/webauthn-3/#rp-id */
export const passkeyApi = ({ brand, pageOrigin }: RequestContext) => brand.authAt(new URL(pageOrigin).hostname).api;

/** Headers for better-auth. @param isShort whether better-auth treats the session as short and does not prolong it */
export function passkeyHeaders({ headers, pageOrigin, secret }: RequestContext, isShort = true): Headers {
  const all = new Headers(headers);
  all.set('origin', pageOrigin);
  const cookies = (headers.get('cookie') ?? '').split('; ').filter((cookie) => !cookie.startsWith(`${SHORT_COOKIE}=`));
  if (isShort) cookies.push(`${SHORT_COOKIE}=${signCookieValue('true', secret)}`);
  all.set('cookie', cookies.filter(Boolean).join('; '));
  return all;
}

/** WebAuthn options to use a passkey: the same for every visitor, without an address; and the cookies of the challenge. */
export async function passkeyRequestOptions(context: RequestContext): Promise<{ options: object; cookies: string[] }> {
  const headers = passkeyHeaders(context);
  // With cookies, better-auth would list the passkeys of the session's owner.
  headers.delete('cookie');
  const { response, headers: answer } = await passkeyApi(context).generatePasskeyAuthenticationOptions({
    headers,
    returnHeaders: true,
  });
  return { options: { ...response, userVerification: 'required' }, cookies: answer.getSetCookie() };
}

/**
 * Verifies the response of a passkey. better-auth creates a session with it.
 * @param isShort whether the session is short
 * @returns undefined if the response is refused
 */
export const verifyPasskey = (credential: { id: string; response: object }, context: RequestContext, isShort = true) =>
  ifAccepted(() =>
    passkeyApi(context).verifyPasskeyAuthentication({
      headers: passkeyHeaders(context, isShort),
      body: { response: credential as never },
      returnHeaders: true,
    }),
  );

/** Returns the result of a check; undefined if better-auth refuses it. */
export async function ifAccepted<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof APIError) return undefined;
    throw error;
  }
}
