import { afterEach, expect, test, vi } from 'vitest';

import { keyedHash } from '../auth/tokens.ts';
import type { RequestContext } from '../request/request-context.ts';
import { newCookieExpiry, readRegistrationCookie, registrationCookie } from './registration-cookie.ts';

const keyed = (...parts: string[]): string => keyedHash('only for tests, and long enough for them', ...parts);

/** A request with the cookies of a browser. */
const requestWith = (cookie: string): RequestContext =>
  ({
    brand: { id: 'velvet' },
    headers: new Headers({ cookie }),
    keyed,
    keyedAll: (...parts: string[]) => [keyed(...parts)],
  }) as unknown as RequestContext;

afterEach(() => void vi.useRealTimers());

test('the cookie of a registration is ignored after a day, even by a browser that keeps it', () => {
  const sent = { email: 'lena@mail.example', until: newCookieExpiry() };
  const cookie = registrationCookie(requestWith(''), sent);
  expect(cookie).toContain('; Max-Age=86400;');
  expect(cookie).not.toContain('lena');
  const request = requestWith(cookie.split(';')[0]!);
  expect(readRegistrationCookie(request)).toEqual(sent);
  vi.useFakeTimers({ now: sent.until });
  expect(readRegistrationCookie(request)).toBeUndefined();
});
