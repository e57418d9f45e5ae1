import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

import { LEFT_COOKIE } from '../../contract/sign-out.ts';
import { endCurrentSession } from './current-user.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Ends the session of a browser whose visitor left with the quick exit, perhaps without a network.
 * @returns whether the browser says so
 */
export async function endLeftSession(context: RequestContext): Promise<boolean> {
  const hasLeft = LEFT_COOKIE in parse(context.headers.get('cookie') ?? '', LEFT_COOKIE);
  if (hasLeft) await endCurrentSession(context);
  return hasLeft;
}

/** `Set-Cookie` for a browser whose session has ended. */
export const expiredLeftCookie = generateCookie(LEFT_COOKIE, '', { path: '/', secure: true, maxAge: 0 });
