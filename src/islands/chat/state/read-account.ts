import { ACCOUNT_WITH_LOBBY } from '../../../contract/api-paths.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { forgetBrowserData } from '../browser-data/forget-browser-data.ts';
import { markSignedIn } from '../browser-data/signed-in-mark.ts';
import { browserOutbox } from '../client/outbox.ts';

/** @returns the account of the session, or `undefined` where the service cannot be reached */
export async function readAccount(): Promise<Account | 'signedOut' | undefined> {
  try {
    const sent = globalThis.early ?? fetch(ACCOUNT_WITH_LOBBY, { headers: { Accept: 'application/json' } });
    globalThis.early = undefined;
    const response = await sent;
    if (response.status !== 401) return response.ok ? signedIn((await response.json()) as Account) : undefined;
  } catch {
    // No network, or an answer that is not from the service, such as the page of a proxy. The plain forms of the page still work.
    return undefined;
  }
  // The session ended on another device: delete the data of the chat before the next user of this browser signs in.
  browserOutbox().clear();
  forgetBrowserData();
  return 'signedOut';
}

function signedIn(account: Account): Account {
  markSignedIn();
  return account;
}
