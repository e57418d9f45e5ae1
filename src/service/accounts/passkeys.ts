import { sql } from 'kysely';

import type { PasskeyBody } from '../../contract/form-schemas.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { describeUserAgent } from '../auth/describe-user-agent.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { checkOwnPassword } from '../request/check-own-password.ts';
import { endCurrentSession, type FormHandler, type UserFormHandler } from '../request/current-user.ts';
import { refuseForm, signedOut } from '../request/form-result.ts';
import {
  ifAccepted,
  passkeyApi,
  passkeyHeaders,
  passkeyRequestOptions,
  verifyPasskey,
} from '../request/passkey-api.ts';
import { mailAboutNewDevice } from './known-device.ts';
import { signedIn } from './sign-in.ts';

/** WebAuthn options to sign in with a passkey: the same for every visitor, without an address. */
export const passkeySignInOptions: FormHandler<PasskeyBody<'signInOptions'>> = async (_, context) => ({
  next: routes.login.path,
  ...(await passkeyRequestOptions(context)),
});

/** Verifies the response of a passkey, starts a session and ends the previous session of the browser. */
export const signInWithPasskey: FormHandler<PasskeyBody<'signIn'>> = async ({ credential, remember }, context) => {
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
  return signedIn(found.headers, context, user.id, remember === 'on');
};

/** WebAuthn options to create a passkey. Requires the password, so that a stolen session cannot gain permanent access. */
export const newPasskeyOptions: UserFormHandler<PasskeyBody<'newOptions'>> = async (
  { password },
  context,
  { user },
) => {
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
};

/** Adds a passkey created with {@link newPasskeyOptions}, and sends a mail about it. */
export const addPasskey: UserFormHandler<PasskeyBody<'add'>> = async ({ credential }, context, { user, session }) => {
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
};

/** Removes a passkey. Requires the password, so that a stolen session cannot remove the owner's passkeys. */
export const removePasskey: UserFormHandler<PasskeyBody<'remove'>> = async (
  { passkey, password },
  context,
  { user },
) => {
  const checked = await checkOwnPassword(password, context, user.id);
  if ('status' in checked) return checked;
  await context.brand.db.deleteFrom('passkey').where('id', '=', passkey).where('userId', '=', user.id).execute();
  return { next: SIGNED_IN };
};
