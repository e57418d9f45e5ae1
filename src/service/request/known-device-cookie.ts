import { randomBytes } from 'node:crypto';

import { parse } from 'hono/utils/cookie';

import { isEqual, type KeyedHash } from '../auth/tokens.ts';
import { hostCookie } from './host-cookie.ts';

/**
 * A browser in which an account has signed in before. It has rate limits of its own, which strangers cannot exhaust.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export interface KnownDevice {
  /** Random; key of the device's rate-limit buckets. */
  id: string;
  /** Whether this account has signed in in the browser. */
  knows: (userId: string) => boolean;
  /** A keyed hash for each account; only the service can match it to the account. */
  marks: string[];
}

const NAME = '__Host-device';
const LIFETIME_SECONDS = 365 * 24 * 3600;

/** Accounts that a cookie holds; the oldest is dropped first. */
const MARKS_MAX = 4;

/** Characters kept of a base64url digest: 132 bits. */
const MAC_LENGTH = 22;

/** Reads the known device from a Cookie header; undefined unless an accepted secret signed the cookie. */
export function readDeviceCookie(cookies: string, keyedAll: (...parts: string[]) => string[]): KnownDevice | undefined {
  const [id = '', signature = '', ...marks] = (parse(cookies, NAME)[NAME] ?? '').split('.');
  const isSigned = keyedAll('device cookie', id).some((mac) => isEqual(signature, mac.slice(0, MAC_LENGTH)));
  if (!isSigned) return undefined;
  return {
    id,
    marks,
    knows: (userId) =>
      keyedAll('device of account', id, userId).some((mac) =>
        marks.some((mark) => isEqual(mark, mac.slice(0, MAC_LENGTH))),
      ),
  };
}

/** `Set-Cookie` for a browser in which a user has just proved their password or opened a link from a mail. */
export function deviceCookie(
  { device, keyed }: { device: KnownDevice | undefined; keyed: KeyedHash },
  userId: string,
): string {
  const id = device?.id ?? randomBytes(16).toString('base64url');
  const [signature, mark] = [keyed('device cookie', id), keyed('device of account', id, userId)].map((mac) =>
    mac.slice(0, MAC_LENGTH),
  );
  const others = (device?.marks ?? []).filter((other) => other !== mark).slice(0, MARKS_MAX - 1);
  return hostCookie(NAME, [id, signature, mark, ...others].join('.'), LIFETIME_SECONDS);
}
