import { actions } from '../../../contract/forms.ts';
import type { ChatClient } from '../client/state.ts';
import { rememberQuickExit } from '../state/read-account.ts';

/** Leaves nothing to be seen, at once: whoever stands behind somebody sees an empty page, and nobody comes back with "Back". */
export function quickExit(client: Pick<ChatClient, 'stopAndForget'>): void {
  try {
    navigator.sendBeacon(actions.logout, new URLSearchParams());
    client.stopAndForget();
    rememberQuickExit();
  } finally {
    document.documentElement.replaceChildren();
    location.replace('about:blank');
  }
}
