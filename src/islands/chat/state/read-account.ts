import { ACCOUNT_WITH_LOBBY } from '../../../contract/api-paths.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { markSignedIn } from '../../ui/signed-in-mark.ts';
import { forgetBrowserData } from '../browser-data/forget-browser-data.ts';
import { browserOutbox } from '../client/outbox.ts';

const REQUEST = [ACCOUNT_WITH_LOBBY, { headers: { Accept: 'application/json' } }] as const;

/** Longest wait for a busy node. */
const RETRY_MAX_SECONDS = 10;

/** @returns the account of the session, or `undefined` where the service cannot be reached */
export async function readAccount(): Promise<Account | 'signedOut' | undefined> {
  try {
    const sent = globalThis.early ?? fetch(...REQUEST);
    globalThis.early = undefined;
    let response = await sent;
    // A node with too many requests says when to ask again.
    if (response.headers.has('Retry-After')) {
      await new Promise((done) =>
        setTimeout(done, 1000 * Math.min(RETRY_MAX_SECONDS, Number(response.headers.get('Retry-After')))),
      );
      response = await fetch(...REQUEST);
    }
    // 401 comes from a node of an older release.
    if (response.status !== 401 && response.status !== 204)
      return response.ok ? signedIn((await response.json()) as Account) : undefined;
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
  markSignedIn(account.lobby?.me.id);
  return account;
}
