import { APIError } from 'better-auth';
import { sql } from 'kysely';

import type { PasskeyBody } from '../../contract/bodies.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../editions/routes.ts';
import { forgetShort, SHORT_COOKIE } from '../auth.ts';
import { deviceCookie } from '../http/device-cookie.ts';
import { deviceOf } from '../http/device.ts';
import { type Outcome, refuseForm } from '../http/outcome.ts';
import { signedValue } from '../http/signed-cookies.ts';
import type { Visit } from '../http/visit.ts';
import { post } from '../mail/outbox.ts';
import type { SignedIn } from './account.ts';
import { tellOfDevice } from './known-device.ts';
import { checkOwnPassword } from './own-password.ts';
import { endCurrent } from './sign-in.ts';

/** What a browser needs to sign in with a passkey: the answer is the same for everyone, and asks for no address. */
export async function passkeySignInOptions(_: PasskeyBody<'signInOptions'>, visit: Visit): Promise<Outcome> {
  const headers = headersOf(visit);
  // With cookies better-auth would prolong the session of the browser, and name the passkeys of its owner.
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
  const short = remember ? '' : `${SHORT_COOKIE}=${signedValue('true', visit.secret)}`;
  const found = await orRefused(() =>
    apiOf(visit).verifyPasskeyAuthentication({
      headers: headersOf(visit, short),
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
      .set({ expiresAt: sql`now() + interval '1 day'` })
      .where('id', '=', session.id)
      .execute();
  const passkey = await brand.db
    .selectFrom('passkey')
    .select('id')
    .where('credentialID', '=', credential.id)
    // Waits for a transaction that deletes it and ends every session.
    .forKeyShare()
    .executeTakeFirst();
  if (!passkey) {
    // It was removed, or the password restored, in the same moment: this session came too late for that.
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
  { user }: SignedIn,
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
  await brand.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('passkey').set({ host: edition.host }).where('id', '=', made.id).execute();
    await post(transaction, visit, 'newPasskey', user.email, routes.restore.path, device);
  });
  return { next: SIGNED_IN };
}

export async function removePasskey(
  { passkey }: PasskeyBody<'remove'>,
  { brand }: Visit,
  { user }: SignedIn,
): Promise<Outcome> {
  await brand.db.deleteFrom('passkey').where('id', '=', passkey).where('userId', '=', user.id).execute();
  return { next: SIGNED_IN };
}

/** A passkey is bound to the host name of the page. @see https://www.w3.org/TR/webauthn-3/#rp-id */
const apiOf = ({ brand, pageOrigin }: Visit) => brand.authAt(new URL(pageOrigin).hostname).api;

/** @param short what takes the place of the cookie that makes a session end with the browser */
function headersOf({ headers, pageOrigin }: Visit, short?: string): Headers {
  const all = new Headers(headers);
  all.set('origin', pageOrigin);
  if (short === undefined) return all;
  const others = (headers.get('cookie') ?? '').split('; ').filter((cookie) => !cookie.startsWith(`${SHORT_COOKIE}=`));
  all.set('cookie', [...others, short].filter(Boolean).join('; '));
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
