import type { RequestContext } from './request-context.ts';

/** Reads the user and session of a request; undefined without a valid session of this host. Does not prolong the session. */
export async function currentUser({ brand, edition, headers }: RequestContext) {
  const found = await brand.auth.api.getSession({ headers, query: { disableRefresh: true } });
  // A token stolen on one host must not work on another.
  return found?.session.host === edition.host ? found : undefined;
}

/** A signed-in user and their session. */
export type SignedIn = NonNullable<Awaited<ReturnType<typeof currentUser>>>;
