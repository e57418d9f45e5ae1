import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

import type { LinkForm } from './request-context.ts';

const nameOf = (form: LinkForm): string => `__Host-${form}`;

/**
 * Keeps the secret of a link in a cookie, from where the form of a static page sends it: so it stands in no address that
 * scripts, the history or another site could see. Whoever merely follows the link, such as a mail scanner, uses nothing up.
 */
export const linkCookie = (form: LinkForm, token: string): string => cookie(form, token, 3600);

/** Has the browser forget it. */
export const expiredLinkCookie = (form: LinkForm): string => cookie(form, '', 0);

/** The secret that a browser keeps. */
export const readLinkCookie = (cookies: string, form: LinkForm): string | undefined => parse(cookies)[nameOf(form)];

const cookie = (form: LinkForm, value: string, maxAge: number): string =>
  generateCookie(nameOf(form), value, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge });
