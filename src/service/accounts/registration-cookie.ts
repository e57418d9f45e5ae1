import { parse } from 'hono/utils/cookie';
import { z } from 'zod';

import { decrypt, encrypt } from '../mail/encrypt.ts';
import { hostCookie } from '../request/host-cookie.ts';
import type { RequestContext } from '../request/request-context.ts';

/** A registration whose mail was requested in this browser. */
const schema = z.object({
  email: z.string(),
  /** Time in milliseconds after which the service ignores the cookie: browsers can keep cookies longer than `Max-Age`. */
  until: z.number(),
  /** Missing where the visitor typed the address alone, to ask for the mail once more. */
  form: z
    .object({
      nickname: z.string(),
      /** Argon2id, in PHC format. */
      password: z.string(),
      at: z.iso.datetime(),
    })
    .optional(),
});
export type SentRegistration = z.output<typeof schema>;

const NAME = '__Host-registration';
const LIFETIME_MS = 24 * 3_600_000;

/** When the cookie of a new registration expires. */
export const newCookieExpiry = (): number => Date.now() + LIFETIME_MS;

/**
 * `Set-Cookie` that keeps a registration for a day, encrypted: the page shows its address and sends the mail again, whether or not
 * the database has the registration. So the page does not reveal who has an account.
 */
export const registrationCookie = ({ brand, keyed }: RequestContext, registration: SentRegistration): string =>
  hostCookie(
    NAME,
    encrypt(JSON.stringify(registration), keyed(NAME, brand.id)),
    Math.ceil((registration.until - Date.now()) / 1000),
  );

/** `Set-Cookie` that deletes the registration. */
export const expiredRegistrationCookie = hostCookie(NAME, '', 0);

/** Reads the registration of a browser; undefined without a cookie that an accepted secret encrypted for this brand, or after a day. */
export function readRegistrationCookie({ brand, headers, keyedAll }: RequestContext): SentRegistration | undefined {
  const value = parse(headers.get('cookie') ?? '', NAME)[NAME];
  const text = value && decrypt(value, keyedAll(NAME, brand.id));
  const { data } = schema.safeParse(text && JSON.parse(text));
  return data && data.until > Date.now() ? data : undefined;
}
