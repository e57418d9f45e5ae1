import { actions, resources } from '../../../contract/forms.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { browserOutbox } from '../client/outbox.ts';

/** Where the browser keeps which session was left at once. */
const LEFT = 'left';

/** The one that this page was opened with. */
let session: string | undefined;

/** Without a network the service hears of it when the chat is opened again, before anything is shown. */
export function rememberQuickExit(): void {
  if (session) localStorage.setItem(LEFT, session);
}

/** Who is signed in, or nobody; `undefined` where the service cannot be asked. */
export async function readAccount(): Promise<Account | 'nobody' | undefined> {
  try {
    const account = await askAccount();
    if (account && account !== 'nobody') {
      session = account.sessions.find(({ current }) => current)!.id;
      if (localStorage.getItem(LEFT) === session) return await signOut();
    }
    if (account) localStorage.removeItem(LEFT);
    // The session has ended elsewhere: unsent messages must not stay for the next user of this browser.
    if (account === 'nobody') browserOutbox().clear();
    return account;
  } catch {
    // What needs no account read goes on working.
    return undefined;
  }
}

async function askAccount(): Promise<Account | 'nobody' | undefined> {
  const response = await fetch(resources.account, { headers: { Accept: 'application/json' } });
  if (response.status === 401) return 'nobody';
  return response.ok ? ((await response.json()) as Account) : undefined;
}

async function signOut(): Promise<'nobody' | undefined> {
  const { ok } = await fetch(actions.logout, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(),
  });
  if (!ok) return undefined;
  localStorage.removeItem(LEFT);
  return 'nobody';
}
