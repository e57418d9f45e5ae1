import { APIError } from 'better-auth';
import { sql } from 'kysely';

import type { PasskeyBody } from '../../contract/form-schemas.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { forgetShort, SHORT_COOKIE } from '../auth/auth.ts';
import { deviceOf } from '../auth/describe-user-agent.ts';
import { post } from '../mail/enqueue-mail.ts';
import type { SignedIn } from '../request/current-user.ts';
import { deviceCookie } from '../request/device-cookie.ts';
import { type Outcome, refuseForm, signedOut } from '../request/form-result.ts';
import type { Visit } from '../request/request-context.ts';
import { signedValue } from '../request/signed-cookies.ts';
import { tellOfDevice } from './known-device.ts';
import { checkOwnPassword } from './own-password.ts';
import { endCurrent } from './sign-in.ts';

/** What a browser needs to sign in with a passkey: the answer is the same for everyone, and asks for no address. */
export async function passkeySignInOptions(_: PasskeyBody<'signInOptions'>, visit: Visit): Promise<Outcome> {
  const headers = headersOf(visit);
  // With cookies better-auth would name the passkeys of the owner of the session.
  headers.delete('cookie');
  const { response, headers: answer } = await apiOf(visit).generatePasskeyAuthenticationOptions({
    headers,
    returnHeaders: true,
  });
  return {
    next: routes.login.path,
    options: { ...response, userVerification: 'required' },
    cookies: answer.getSetCookie(),
  };
}

/** Begins a session with what a passkey has answered to its challenge, and ends the one that the browser had. */
export async function signInWithPasskey(
  { credential, remember }: PasskeyBody<'signIn'>,
  visit: Visit,
): Promise<Outcome> {
  const { brand } = visit;
  const found = await orRefused(() =>
    apiOf(visit).verifyPasskeyAuthentication({
      headers: headersOf(visit, !remember),
      body: { response: credential as never },
      returnHeaders: true,
    }),
  );
  if (!found) return refuseForm('passkey');
  const { session, user } = found.response;
  // The plugin knows sessions of one length.
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
    // Waits for a transaction that deletes it and ends every session.
    .forKeyShare()
    .executeTakeFirst();
  if (!passkey) {
    // It was removed, or the password restored, in the same moment, or it is being added: this session must not stay.
    await brand.db.deleteFrom('session').where('id', '=', session.id).execute();
    return refuseForm('passkey');
  }
  await endCurrent(visit);
  if (!visit.device?.knows(user.id)) await tellOfDevice(user.email, visit);
  const cookies = [...found.headers.getSetCookie(), deviceCookie(visit, user.id), ...(remember ? [forgetShort] : [])];
  return { next: SIGNED_IN, cookies };
}

/** What a browser needs to make a passkey. It takes the password: a stolen session must not stay for good in this way. */
export async function newPasskeyOptions(
  { password }: PasskeyBody<'newOptions'>,
  visit: Visit,
  { user }: SignedIn,
): Promise<Outcome> {
  const checked = await checkOwnPassword(password, visit, user.id);
  if ('status' in checked) return checked;
  const { response, headers } = await apiOf(visit).generatePasskeyRegistrationOptions({
    headers: headersOf(visit),
    query: { name: user.name },
    returnHeaders: true,
  });
  // Managers of passkeys show these names, and have no need of the address.
  const options = { ...response, user: { ...response.user, displayName: user.name } };
  return { next: SIGNED_IN, options, cookies: headers.getSetCookie() };
}

/** Adds a passkey that a browser has made with {@link newPasskeyOptions}, and writes to say so. */
export async function addPasskey(
  { credential }: PasskeyBody<'add'>,
  visit: Visit,
  { user, session }: SignedIn,
): Promise<Outcome> {
  const { brand, edition, headers } = visit;
  const device = deviceOf(headers.get('user-agent') ?? '');
  const made = await orRefused(() =>
    apiOf(visit).verifyPasskeyRegistration({
      headers: headersOf(visit),
      body: { response: credential, name: device },
    }),
  );
  if (!made) return refuseForm('passkey');
  // The passkey signs in once it has its host. Restoring ends sessions and removes passkeys under the same lock.
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
    await post(transaction, visit, 'newPasskey', user.email, routes.restore.path, device);
    return true;
  });
  return isAdded ? { next: SIGNED_IN } : signedOut;
}

/** Removes a passkey. It takes the password: a stolen session must not leave the owner with the password alone. */
export async function removePasskey(
  { passkey, password }: PasskeyBody<'remove'>,
  visit: Visit,
  { user }: SignedIn,
): Promise<Outcome> {
  const checked = await checkOwnPassword(password, visit, user.id);
  if ('status' in checked) return checked;
  await visit.brand.db.deleteFrom('passkey').where('id', '=', passkey).where('userId', '=', user.id).execute();
  return { next: SIGNED_IN };
}

/** A passkey is bound to the host name of the page. @see https://www.w3.org/TR/webauthn-3/#rp-id */
const apiOf = ({ brand, pageOrigin }: Visit) => brand.authAt(new URL(pageOrigin).hostname).api;

/** @param isShort whether better-auth takes the session for one that ends with the browser, and so does not prolong it */
function headersOf({ headers, pageOrigin, secret }: Visit, isShort = true): Headers {
  const all = new Headers(headers);
  all.set('origin', pageOrigin);
  const cookies = (headers.get('cookie') ?? '').split('; ').filter((cookie) => !cookie.startsWith(`${SHORT_COOKIE}=`));
  if (isShort) cookies.push(`${SHORT_COOKIE}=${signedValue('true', secret)}`);
  all.set('cookie', cookies.filter(Boolean).join('; '));
  return all;
}

/** What comes of a check; nothing where it fails. */
async function orRefused<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof APIError) return undefined;
    throw error;
  }
}
