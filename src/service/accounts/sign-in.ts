import { APIError } from 'better-auth';

import type { Body } from '../../contract/form-schemas.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { forgetShort } from '../auth/auth.ts';
import { tokenHash } from '../auth/tokens.ts';
import type { Brand } from '../brands/brands.ts';
import { deviceCookie } from '../request/device-cookie.ts';
import { type Accepted, type Outcome, refuseForm } from '../request/form-result.ts';
import { overLimit } from '../request/rate-limits.ts';
import type { Visit } from '../request/request-context.ts';
import { deviceKnownTo, tellOfDevice } from './known-device.ts';

export async function login({ email, password, remember }: Body<'login'>, visit: Visit): Promise<Outcome> {
  const device = await deviceKnownTo(email, visit);
  const refused = device
    ? await overLimit(visit, ['passwordFromDevice', email, device.id])
    : await overLimit(
        visit,
        ['passwordFromNetwork', email, visit.network],
        ['passwordFromWideNetwork', email, visit.wideNetwork],
        ['password', email],
      );
  const outcome = refused ?? (await signIn(email, password, visit, remember === 'on'));
  if ('next' in outcome && !device) await tellOfDevice(email, visit);
  return outcome;
}

/**
 * Begins a session with a new token, and ends the one that the browser had.
 * @param remember whether it outlives the browser, until a week after the chat was last opened; else a day at most
 */
export async function signIn(email: string, password: string, visit: Visit, remember = false): Promise<Outcome> {
  const { brand, headers } = visit;
  try {
    const before = await storedPassword(brand, email).executeTakeFirst();
    const { headers: answer, response } = await brand.auth.api.signInEmail({
      body: { email, password, rememberMe: remember },
      headers,
      returnHeaders: true,
    });
    // The lock waits for a transaction that sets a new password and ends every session.
    if ((await storedPassword(brand, email).forShare('account').executeTakeFirst())?.password !== before?.password) {
      // This session came too late for that.
      await brand.db.deleteFrom('session').where('token', '=', tokenHash(response.token)).execute();
      return refuseForm('credentials');
    }
    await endCurrent(visit);
    const cookies = [
      ...answer.getSetCookie(),
      deviceCookie(visit, response.user.id),
      ...(remember ? [forgetShort] : []),
    ];
    return { next: SIGNED_IN, cookies };
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return refuseForm('credentials');
    throw error;
  }
}

/** Ends the session of a browser, or fails: better-auth's own way out says it is done even if the database was away. */
export async function endCurrent({ brand, headers }: Visit): Promise<void> {
  const current = await brand.auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!current) return;
  await brand.db.deleteFrom('session').where('id', '=', current.session.id).execute();
  brand.events.emit('sessionsEnded', current.user.id);
}

const storedPassword = ({ db }: Brand, email: string) =>
  db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.password')
    .where('user.email', '=', email);

export async function logout(visit: Visit): Promise<Accepted> {
  const { brand, headers } = visit;
  await endCurrent(visit);
  const { headers: answer } = await brand.auth.api.signOut({ headers, returnHeaders: true });
  // better-auth names cookies of features that are not in use here, too.
  const cookies = answer.getSetCookie().filter((cookie) => cookie.startsWith('__Host-'));
  return { next: routes.login.path, cookies, clearsStorage: true };
}
