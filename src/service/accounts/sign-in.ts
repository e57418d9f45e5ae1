import { APIError } from 'better-auth';

import type { Body } from '../../contract/bodies.ts';
import { SIGNED_IN } from '../../contract/forms.ts';
import { routes } from '../../editions/routes.ts';
import { type Outcome, refuseForm, tooMany } from '../http/outcome.ts';
import type { Visit } from '../http/visit.ts';
import { isWithin, limits } from '../limits.ts';

export async function login({ email, password }: Body<'login'>, visit: Visit): Promise<Outcome> {
  const { db } = visit.brand;
  const allowed =
    (await isWithin(db, `password ${email} ${visit.network}`, limits.passwordFromNetwork)) &&
    (await isWithin(db, `password ${email}`, limits.password));
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

export async function logout({ brand, headers }: Visit): Promise<Outcome> {
  const { headers: answer } = await brand.auth.api.signOut({ headers, returnHeaders: true });
  return { next: routes.login.path, cookies: answer.getSetCookie() };
}
