import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { z } from 'zod';

import { decrypt, encrypt } from '../mail/encrypt.ts';
import type { RequestContext } from '../request/request-context.ts';

/** A registration whose mail was requested in this browser. */
const schema = z.object({
  email: z.string(),
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
const LIFETIME_SECONDS = 24 * 3600;
const options = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;

/**
 * `Set-Cookie` that keeps a registration for a day, encrypted: the page shows its address and sends the mail again, whether or not
 * the database has the registration. So the page does not reveal who has an account.
 */
export const registrationCookie = ({ brand, keyed }: RequestContext, registration: SentRegistration): string =>
  generateCookie(NAME, encrypt(JSON.stringify(registration), keyed(NAME, brand.id)), {
    ...options,
    maxAge: LIFETIME_SECONDS,
  });

/** `Set-Cookie` that deletes the registration. */
export const expiredRegistrationCookie = generateCookie(NAME, '', { ...options, maxAge: 0 });

/** Reads the registration of a browser; undefined without a cookie that an accepted secret encrypted for this brand. */
export function readRegistrationCookie({ brand, headers, keyedAll }: RequestContext): SentRegistration | undefined {
  const value = parse(headers.get('cookie') ?? '', NAME)[NAME];
  const text = value && decrypt(value, keyedAll(NAME, brand.id));
  return text ? schema.parse(JSON.parse(text)) : undefined;
}
