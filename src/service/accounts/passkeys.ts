import { APIError } from 'better-auth';
import { sql } from 'kysely';

import type { PasskeyBody } from '../../contract/form-schemas.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { expiredShortCookie, SHORT_COOKIE } from '../auth/auth.ts';
import { describeUserAgent } from '../auth/describe-user-agent.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { endCurrentSession, type SignedIn } from '../request/current-user.ts';
import { type FormResult, refuseForm, signedOut } from '../request/form-result.ts';
import { deviceCookie } from '../request/known-device-cookie.ts';
import type { RequestContext } from '../request/request-context.ts';
import { signCookieValue } from '../request/resign-cookies.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { mailAboutNewDevice } from './known-device.ts';

/** WebAuthn options to sign in with a passkey: the same for every visitor, without an address. */
export async function passkeySignInOptions(
  _: PasskeyBody<'signInOptions'>,
  context: RequestContext,
): Promise<FormResult> {
  const headers = headersOf(context);
  // With cookies, better-auth would list the passkeys of the session's owner.
  headers.delete('cookie');
  const { response, headers: answer } = await apiOf(context).generatePasskeyAuthenticationOptions({
    headers,
    returnHeaders: true,
  });
  return {
    next: routes.login.path,
    options: { ...response, userVerification: 'required' },
    cookies: answer.getSetCookie(),
  };
}

/** Verifies the response of a passkey, starts a session and ends the previous session of the browser. */
export async function signInWithPasskey(
  { credential, remember }: PasskeyBody<'signIn'>,
  context: RequestContext,
): Promise<FormResult> {
  const { brand } = context;
  const found = await orUndefined(() =>
    apiOf(context).verifyPasskeyAuthentication({
      headers: headersOf(context, !remember),
      body: { response: credential as never },
      returnHeaders: true,
    }),
  );
  if (!found) return refuseForm('passkey');
  const { session, user } = found.response;
  // The plugin always creates long sessions.
  if (!remember)
    await brand.db
      .updateTable('session')
      .set({ expiresAt: sql`"createdAt" + interval '1 day'` })
      .where('id', '=', session.id)
      .execute();
  const passkey = await brand.db
    .selectFrom('passkey')
    .select('id')
    .where('credentialID', '=', credential.id)
    .where('host', '!=', '')
    // Waits for a transaction that deletes the passkey and ends every session.
    .forKeyShare()
    .executeTakeFirst();
  if (!passkey) {
    // The passkey was removed concurrently, the password reset, or adding has not finished: end this session.
    await brand.db.deleteFrom('session').where('id', '=', session.id).execute();
    return refuseForm('passkey');
  }
  await endCurrentSession(context);
  if (!context.device?.knows(user.id)) await mailAboutNewDevice(user.email, context);
  const cookies = [
    ...found.headers.getSetCookie(),
    deviceCookie(context, user.id),
    ...(remember ? [expiredShortCookie] : []),
  ];
  return { next: SIGNED_IN, cookies };
}

/** WebAuthn options to create a passkey. Requires the password, so that a stolen session cannot gain permanent access. */
export async function newPasskeyOptions(
  { password }: PasskeyBody<'newOptions'>,
  context: RequestContext,
  { user }: SignedIn,
): Promise<FormResult> {
  const checked = await checkOwnPassword(password, context, user.id);
  if ('status' in checked) return checked;
  const { response, headers } = await apiOf(context).generatePasskeyRegistrationOptions({
    headers: headersOf(context),
    query: { name: user.name },
    returnHeaders: true,
  });
  // Passkey managers show these names; they need no address.
  const options = { ...response, user: { ...response.user, displayName: user.name } };
  return { next: SIGNED_IN, options, cookies: headers.getSetCookie() };
}

/** Adds a passkey created with {@link newPasskeyOptions}, and sends a mail about it. */
export async function addPasskey(
  { credential }: PasskeyBody<'add'>,
  context: RequestContext,
  { user, session }: SignedIn,
): Promise<FormResult> {
  const { brand, edition, headers } = context;
  const device = describeUserAgent(headers.get('user-agent') ?? '');
  const made = await orUndefined(() =>
    apiOf(context).verifyPasskeyRegistration({
      headers: headersOf(context),
      body: { response: credential, name: device },
    }),
  );
  if (!made) return refuseForm('passkey');
  // A passkey works once its host is set. A password reset ends sessions and removes passkeys under the same lock.
  const isAdded = await brand.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    const current = await transaction
      .selectFrom('session')
      .select('id')
      .where('id', '=', session.id)
      .executeTakeFirst();
    if (!current) {
      await transaction.deleteFrom('passkey').where('id', '=', made.id).execute();
      return false;
    }
    await transaction.updateTable('passkey').set({ host: edition.host }).where('id', '=', made.id).execute();
    await enqueueMail(transaction, context, 'newPasskey', user.email, routes.restore.path, { device });
    return true;
  });
  return isAdded ? { next: SIGNED_IN } : signedOut;
}

/** Removes a passkey. Requires the password, so that a stolen session cannot remove the owner's passkeys. */
export async function removePasskey(
  { passkey, password }: PasskeyBody<'remove'>,
  context: RequestContext,
  { user }: SignedIn,
): Promise<FormResult> {
  const checked = await checkOwnPassword(password, context, user.id);
  if ('status' in checked) return checked;
  await context.brand.db.deleteFrom('passkey').where('id', '=', passkey).where('userId', '=', user.id).execute();
  return { next: SIGNED_IN };
}

/** A passkey is bound to the host name of the page. @see https://www.w3.org/TR/webauthn-3/#rp-id */
const apiOf = ({ brand, pageOrigin }: RequestContext) => brand.authAt(new URL(pageOrigin).hostname).api;

/** Headers for better-auth. @param isShort whether better-auth treats the session as short and does not prolong it */
function headersOf({ headers, pageOrigin, secret }: RequestContext, isShort = true): Headers {
  const all = new Headers(headers);
  all.set('origin', pageOrigin);
  const cookies = (headers.get('cookie') ?? '').split('; ').filter((cookie) => !cookie.startsWith(`${SHORT_COOKIE}=`));
  if (isShort) cookies.push(`${SHORT_COOKIE}=${signCookieValue('true', secret)}`);
  all.set('cookie', cookies.filter(Boolean).join('; '));
  return all;
}

/** Returns the result of a check; undefined if better-auth refuses it. */
async function orUndefined<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof APIError) return undefined;
    throw error;
  }
}
