import { resources } from '../../../contract/api-paths.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { forgetBrowserData } from '../browser-data/forget-browser-data.ts';
import { browserOutbox } from '../client/outbox.ts';

/** @returns the account of the session, or `undefined` where the service cannot be reached */
export async function readAccount(): Promise<Account | 'signedOut' | undefined> {
  try {
    const response = await fetch(resources.account, { headers: { Accept: 'application/json' } });
    if (response.status === 401) {
      // The session ended on another device: delete the data of the chat before the next user of this browser signs in.
      browserOutbox().clear();
      forgetBrowserData();
      return 'signedOut';
    }
    return response.ok ? ((await response.json()) as Account) : undefined;
  } catch {
    // Without a network the plain forms of the page still work.
    return undefined;
  }
}
