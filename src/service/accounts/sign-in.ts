import { APIError } from 'better-auth';

import type { Body } from '../../contract/bodies.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../editions/routes.ts';
import type { Brand } from '../brands.ts';
import { type Accepted, type Outcome, refuseForm, tooMany } from '../http/outcome.ts';
import type { Visit } from '../http/visit.ts';
import { isWithin } from '../limits.ts';

export async function login({ email, password }: Body<'login'>, visit: Visit): Promise<Outcome> {
  const allowed =
    (await isWithin(visit, 'passwordFromNetwork', email, visit.network)) && (await isWithin(visit, 'password', email));
  return allowed ? signIn(email, password, visit) : tooMany;
}

/** Begins a session with a new token, and ends the one that the browser had. */
export async function signIn(email: string, password: string, visit: Visit): Promise<Outcome> {
  const { brand, headers } = visit;
  try {
    const before = await storedPassword(brand, email);
    const { headers: answer, response } = await brand.auth.api.signInEmail({
      body: { email, password },
      headers,
      returnHeaders: true,
    });
    if ((await storedPassword(brand, email)) !== before) {
      // A new password was set meanwhile, and every session ended: this one came too late for that.
      await brand.db.deleteFrom('session').where('token', '=', response.token).execute();
      return refuseForm('credentials');
    }
    await endCurrent(visit);
    return { next: SIGNED_IN, cookies: answer.getSetCookie() };
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return refuseForm('credentials');
    throw error;
  }
}

/** Ends the session of a browser, or fails: better-auth's own way out says it is done even if the database was away. */
async function endCurrent({ brand, headers }: Visit): Promise<void> {
  const current = await brand.auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!current) return;
  await brand.db.deleteFrom('session').where('id', '=', current.session.id).execute();
  brand.events.emit('sessionsEnded', current.user.id);
}

async function storedPassword({ db }: Brand, email: string): Promise<string | null | undefined> {
  const account = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.password')
    .where('user.email', '=', email)
    .executeTakeFirst();
  return account?.password;
}

export async function logout(visit: Visit): Promise<Accepted> {
  const { brand, headers } = visit;
  await endCurrent(visit);
  const { headers: answer } = await brand.auth.api.signOut({ headers, returnHeaders: true });
  // better-auth names cookies of features that are not in use here, too.
  const cookies = answer.getSetCookie().filter((cookie) => cookie.startsWith('__Host-'));
  return { next: routes.login.path, cookies };
}
