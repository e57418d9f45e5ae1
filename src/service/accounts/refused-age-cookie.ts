import { parse } from 'hono/utils/cookie';

import { isEqual } from '../auth/tokens.ts';
import { hostCookie } from '../request/host-cookie.ts';
import type { RequestContext } from '../request/request-context.ts';

const NAME = '__Host-age';
const LIFETIME_SECONDS = 24 * 3600;
const PURPOSE = 'refused age';

/**
 * `Set-Cookie` for a browser in which a visitor typed the birth date of a minor. For a day no other date is accepted there. Only
 * the browser is marked: other people share its network.
 */
export function refusedAgeCookie({ keyed }: RequestContext): string {
  const until = String(Date.now() + LIFETIME_SECONDS * 1000);
  return hostCookie(NAME, `${until}.${keyed(PURPOSE, until)}`, LIFETIME_SECONDS);
}

/** Whether the browser has such a cookie, signed by an accepted secret and younger than a day. */
export function hasRefusedAge({ headers, keyedAll }: RequestContext): boolean {
  const [until = '', signature = ''] = (parse(headers.get('cookie') ?? '', NAME)[NAME] ?? '').split('.');
  return Number(until) > Date.now() && keyedAll(PURPOSE, until).some((mac) => isEqual(signature, mac));
}
