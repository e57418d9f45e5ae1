import type { Context } from 'hono';

import { linkTo } from '../../../site/editions/urls.ts';
import { linkCookie } from '../../request/link-token-cookies.ts';
import type { LinkForm } from '../../request/request-context.ts';
import type { AppEnv } from '../app-deps.ts';

/** Longer than every token. */
const TOKEN_MAX = 64;

/** Moves the token of a link into a cookie, and redirects to a page. */
export function storeLinkToken(c: Context<AppEnv>, form: LinkForm, token: string, path: string): Response {
  c.header('Set-Cookie', linkCookie(form, token.slice(0, TOKEN_MAX)));
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(linkTo(c.var.context.edition, path), 303);
}
