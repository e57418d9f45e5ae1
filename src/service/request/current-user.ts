import type { FormResult } from './form-result.ts';
import type { RequestContext } from './request-context.ts';

/** Reads the user and session of a request; undefined without a valid session of this host. Does not prolong the session. */
export async function currentUser({ brand, edition, headers }: RequestContext) {
  const found = await brand.auth.api.getSession({ headers, query: { disableRefresh: true } });
  // A token that was stolen on a host must not work on others.
  return found?.session.host === edition.host ? found : undefined;
}

/** A signed-in user and their session. */
export type SignedIn = NonNullable<Awaited<ReturnType<typeof currentUser>>>;

/** Handles the checked body of a form. */
export type FormHandler<Body> = (body: Body, context: RequestContext) => Promise<FormResult>;

/** Handles the checked body of a form of a signed-in user. */
export type UserFormHandler<Body> = (body: Body, context: RequestContext, signedIn: SignedIn) => Promise<FormResult>;

/** Ends the session of a browser. Throws on a database error; sign-out of better-auth reports success even then. */
export async function endCurrentSession({ brand, headers }: RequestContext): Promise<void> {
  const current = await brand.auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!current) return;
  await brand.db.deleteFrom('session').where('id', '=', current.session.id).execute();
  brand.events.emit('sessionsEnded', current.user.id);
}
