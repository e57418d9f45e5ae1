import { parse } from 'hono/utils/cookie';

import { hostCookie } from './host-cookie.ts';
import type { LinkForm } from './request-context.ts';

/**
 * `Set-Cookie` that stores the token of a link for the form of a static page. So the token is in no URL that scripts, the history
 * or another site could read. A mail scanner that follows the link does not consume the token.
 */
export const linkCookie = (form: LinkForm, token: string): string => cookie(form, token, 3600);

/** `Set-Cookie` that deletes the token. */
export const expiredLinkCookie = (form: LinkForm): string => cookie(form, '', 0);

/** Reads the token of a link from a Cookie header. */
export const readLinkCookie = (cookies: string, form: LinkForm): string | undefined => parse(cookies)[`__Host-${form}`];

const cookie = (form: LinkForm, value: string, maxAge: number): string => hostCookie(`__Host-${form}`, value, maxAge);
