import type { RequestContext } from './request-context.ts';

/** Reads the session of this host, if the request has a valid one, and does not prolong it. */
export async function currentUser({ brand, edition, headers }: RequestContext) {
  const found = await brand.auth.api.getSession({ headers, query: { disableRefresh: true } });
  // A token that was stolen on one host opens no other.
  return found?.session.host === edition.host ? found : undefined;
}

/** An account, and the session through which it is used. */
export type SignedIn = NonNullable<Awaited<ReturnType<typeof currentUser>>>;
