import { APIError } from 'better-auth';

import type { Body } from '../../contract/bodies.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../editions/routes.ts';
import { type Accepted, type Outcome, refuseForm, tooMany } from '../http/outcome.ts';
import type { Visit } from '../http/visit.ts';
import { isWithin } from '../limits.ts';

export async function login({ email, password }: Body<'login'>, visit: Visit): Promise<Outcome> {
  const allowed =
    (await isWithin(visit, 'passwordFromNetwork', email, visit.network)) && (await isWithin(visit, 'password', email));
  return allowed ? signIn(email, password, visit) : tooMany;
}

/** Begins a session with a new token, and ends the one that the browser had. */
export async function signIn(email: string, password: string, { brand, headers }: Visit): Promise<Outcome> {
  try {
    const { headers: answer } = await brand.auth.api.signInEmail({
      body: { email, password },
      headers,
      returnHeaders: true,
    });
    await brand.auth.api.signOut({ headers });
    return { next: SIGNED_IN, cookies: answer.getSetCookie() };
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return refuseForm('credentials');
    throw error;
  }
}

export async function logout({ brand, headers }: Visit): Promise<Accepted> {
  const { headers: answer } = await brand.auth.api.signOut({ headers, returnHeaders: true });
  // better-auth names cookies of features that are not in use here, too.
  const cookies = answer.getSetCookie().filter((cookie) => cookie.startsWith('__Host-'));
  return { next: routes.login.path, cookies };
}
