import { actions } from '../../../contract/forms.ts';
import type { ChatClient } from '../client/chat-client-types.ts';
import { forgetDrafts } from '../state/drafts.ts';
import { rememberQuickExit } from '../state/read-account.ts';

/** Blanks the page at once, signs out, deletes the chat data in the browser, and removes the page from the history. */
export function quickExit(client: Pick<ChatClient, 'stopAndForget'>): void {
  try {
    navigator.sendBeacon(actions.logout, new URLSearchParams());
    client.stopAndForget();
    forgetDrafts();
    rememberQuickExit();
  } finally {
    document.documentElement.replaceChildren();
    location.replace('about:blank');
  }
}
