import { sql } from 'kysely';

import type { PasskeyBody } from '../../contract/form-schemas.ts';
import { AFTER_SIGN_IN, SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { expiredShortCookie } from '../auth/auth.ts';
import { describeUserAgent } from '../auth/describe-user-agent.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { checkOwnPassword } from '../request/check-own-password.ts';
import { endCurrentSession, type SignedIn } from '../request/current-user.ts';
import { type FormResult, refuseForm, signedOut } from '../request/form-result.ts';
import { deviceCookie } from '../request/known-device-cookie.ts';
import {
  ifAccepted,
  passkeyApi,
  passkeyHeaders,
  passkeyRequestOptions,
  verifyPasskey,
} from '../request/passkey-api.ts';
import type { RequestContext } from '../request/request-context.ts';
import { mailAboutNewDevice } from './known-device.ts';

/** WebAuthn options to sign in with a passkey: the same for every visitor, without an address. */
export async function passkeySignInOptions(
  _: PasskeyBody<'signInOptions'>,
  context: RequestContext,
): Promise<FormResult> {
  return { next: routes.login.path, ...(await passkeyRequestOptions(context)) };
}

/** Verifies the response of a passkey, starts a session and ends the previous session of the browser. */
export async function signInWithPasskey(
  { credential, remember }: PasskeyBody<'signIn'>,
  context: RequestContext,
): Promise<FormResult> {
  const { brand } = context;
  const found = await verifyPasskey(credential, context, !remember);
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
  return { next: AFTER_SIGN_IN, cookies };
}

/** WebAuthn options to create a passkey. Requires the password, so that a stolen session cannot gain permanent access. */
export async function newPasskeyOptions(
  { password }: PasskeyBody<'newOptions'>,
  context: RequestContext,
  { user }: SignedIn,
): Promise<FormResult> {
  const checked = await checkOwnPassword(password, context, user.id);
  if ('status' in checked) return checked;
  const { response, headers } = await passkeyApi(context).generatePasskeyRegistrationOptions({
    headers: passkeyHeaders(context),
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
  const made = await ifAccepted(() =>
    passkeyApi(context).verifyPasskeyRegistration({
      headers: passkeyHeaders(context),
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
