import { createHmac } from 'node:crypto';

import { parse } from 'hono/utils/cookie';

import { SESSION_COOKIE } from '../auth/auth.ts';
import { isEqual, type Secrets } from '../auth/tokens.ts';

/**
 * Signs cookies of a former secret again with the current secret: better-auth accepts only that. Leaves all other cookies as they are.
 * @param cookies a `Cookie` header
 * @see https://better-auth.com/docs/reference/options its `secrets` rotate encryption, not signatures
 */
export function resignCookies(cookies: string, [current, ...previous]: Secrets): string {
  if (!previous.length) return cookies;
  return cookies.replaceAll(SIGNED, (_, value: string, signature: string) => {
    const signed = decodeURIComponent(signature);
    const isFormerSecret = previous.some((secret) => isEqual(signed, sign(value, secret)));
    return `=${value}.${encodeURIComponent(isFormerSecret ? sign(value, current) : signed)}`;
  });
}

/** `=<value>.<signature>`, the signature being the 32 bytes of an HMAC in base64, percent-encoded. */
const SIGNED = /=([\w~-]+)\.((?:[A-Za-z\d]|%2B|%2F){43}%3D)(?=;|$)/gi;

/**
 * The token of a session cookie that the service signed, else undefined. The session may have ended: no statement is needed.
 * @param cookies a `Cookie` header, signed with the current secret
 */
export function signedSessionToken(cookies: string, secret: string): string | undefined {
  const value = parse(cookies, SESSION_COOKIE)[SESSION_COOKIE] ?? '';
  const [token = '', signature = ''] = value.split('.', 2);
  return isEqual(signature, sign(token, secret)) ? token : undefined;
}

/** Signs the value of a cookie as better-auth does. */
export const signCookieValue = (value: string, secret: string): string =>
  `${value}.${encodeURIComponent(sign(value, secret))}`;

/** As better-auth and Hono sign cookies. */
const sign = (value: string, secret: string): string => createHmac('sha256', secret).update(value).digest('base64');
