import { actions, resources } from '../../../contract/forms.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { browserOutbox } from '../client/outbox.ts';
import { forgetDrafts } from './drafts.ts';

/** Key of `localStorage`: the session that a quick exit has to end. */
const LEFT = 'left';

/** The session that this page was opened with. */
let session: string | undefined;

/** Marks the session as left, so that the next page signs it out where the beacon of the quick exit was lost. */
export function rememberQuickExit(): void {
  if (session) localStorage.setItem(LEFT, session);
}

/** @returns the account of the session, or `undefined` where the service cannot be reached */
export async function readAccount(): Promise<Account | 'signedOut' | undefined> {
  try {
    const account = await askAccount();
    if (account && account !== 'signedOut') {
      session = account.sessions.find(({ current }) => current)!.id;
      if (localStorage.getItem(LEFT) === session) return await signOut();
    }
    if (account) localStorage.removeItem(LEFT);
    // The session ended on another device: delete unsent texts before the next user of this browser signs in.
    if (account === 'signedOut') {
      browserOutbox().clear();
      forgetDrafts();
    }
    return account;
  } catch {
    // Without a network the plain forms of the page still work.
    return undefined;
  }
}

async function askAccount(): Promise<Account | 'signedOut' | undefined> {
  const response = await fetch(resources.account, { headers: { Accept: 'application/json' } });
  if (response.status === 401) return 'signedOut';
  return response.ok ? ((await response.json()) as Account) : undefined;
}

async function signOut(): Promise<'signedOut' | undefined> {
  const { ok } = await fetch(actions.logout, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(),
  });
  if (!ok) return undefined;
  localStorage.removeItem(LEFT);
  return 'signedOut';
}
