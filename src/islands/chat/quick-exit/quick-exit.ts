import { actions } from '../../../contract/forms.ts';
import type { ChatClient } from '../client/state.ts';
import { noteLeft } from '../state/read-account.ts';

/** Leaves nothing to be seen, at once: whoever stands behind somebody sees an empty page, and nobody comes back with "Back". */
export function exit(client: Pick<ChatClient, 'vanish'>): void {
  try {
    navigator.sendBeacon(actions.logout, new URLSearchParams());
    client.vanish();
    noteLeft();
  } finally {
    document.documentElement.replaceChildren();
    location.replace('about:blank');
  }
}
