import { APIError } from 'better-auth';

import type { FormBody } from '../../contract/form-schemas.ts';
import { AFTER_SIGN_IN } from '../../contract/forms.ts';
import { pathOfOutcome } from '../../contract/outcomes.ts';
import { expiredShortCookie } from '../auth/auth.ts';
import { tokenHash } from '../auth/tokens.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import { endCurrentSession, type FormHandler } from '../request/current-user.ts';
import { type FormResult, type FormSuccess, refuseForm } from '../request/form-result.ts';
import { deviceCookie } from '../request/known-device-cookie.ts';
import { checkRateLimits } from '../request/rate-limits.ts';
import type { RequestContext } from '../request/request-context.ts';
import { knownDeviceOf, mailAboutNewDevice } from './known-device.ts';

export const login: FormHandler<FormBody<'login'>> = async ({ email, password, remember }, context) => {
  const device = await knownDeviceOf(email, context);
  const refused = device
    ? await checkRateLimits(context, ['passwordFromDevice', email, device.id])
    : await checkRateLimits(
        context,
        ['passwordFromNetwork', email, context.network],
        ['passwordFromWideNetwork', email, context.wideNetwork],
        ['password', email],
      );
  const result = refused ?? (await signIn(email, password, context, remember === 'on'));
  if ('next' in result && !device) await mailAboutNewDevice(email, context);
  return result;
};

/**
 * Starts a session with a new token and ends the previous session of the browser.
 * @param remember whether the session outlives the browser: a week after the last visit of the chat; else a day at most
 */
export async function signIn(
  email: string,
  password: string,
  context: RequestContext,
  remember = false,
): Promise<FormResult> {
  const { brand, headers } = context;
  try {
    const before = await storedPassword(brand, email).executeTakeFirst();
    const { headers: answer, response } = await brand.auth.api.signInEmail({
      body: { email, password, rememberMe: remember },
      headers,
      returnHeaders: true,
    });
    // The lock waits for a transaction that sets a new password and ends every session.
    if ((await storedPassword(brand, email).forShare('account').executeTakeFirst())?.password !== before?.password) {
      // The password changed during this sign-in.
      await brand.db.deleteFrom('session').where('token', '=', tokenHash(response.token)).execute();
      return refuseForm('credentials');
    }
    await endCurrentSession(context);
    return signedIn(answer, context, response.user.id, remember);
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return refuseForm('credentials');
    throw error;
  }
}

/** Leads on after a sign-in. @param headers of the answer of better-auth */
export const signedIn = (
  headers: Headers,
  context: RequestContext,
  userId: string,
  remember: boolean,
): FormSuccess => ({
  next: AFTER_SIGN_IN,
  cookies: [...headers.getSetCookie(), deviceCookie(context, userId), ...(remember ? [expiredShortCookie] : [])],
});

const storedPassword = ({ db }: ServiceBrand, email: string) =>
  db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.password')
    .where('user.email', '=', email);

export async function logout(context: RequestContext): Promise<FormSuccess> {
  const { brand, headers } = context;
  await endCurrentSession(context);
  const { headers: answer } = await brand.auth.api.signOut({ headers, returnHeaders: true });
  // better-auth also deletes cookies of unused features.
  const cookies = answer.getSetCookie().filter((cookie) => cookie.startsWith('__Host-'));
  return { next: pathOfOutcome('signed-out'), cookies, clearsStorage: true };
}
