// Inlined into the page to sign in: keep it small.
import { ACCOUNT_OF_VISITOR } from '../../contract/api-paths.ts';
import { roomFragment } from '../../contract/chat/public-room.ts';
import type { SIGNED_IN } from '../../contract/forms.ts';
import { isMarkedSignedIn } from '../ui/signed-in-mark.ts';

/** Longest time for which the form is hidden. */
const HIDDEN_MAX_MS = 3000;

/** A literal: the script would carry the whole list of paths. */
const CHAT = '/chat' satisfies typeof SIGNED_IN;

const { dataset } = document.documentElement;
const showForm = (): boolean => delete dataset.leaving;

/** Leads a signed-in person on to the chat. */
async function skipLogin(): Promise<void> {
  const response = await fetch(ACCOUNT_OF_VISITOR, { headers: { Accept: 'application/json' } });
  // Without a service the answer may be a page.
  if (response.status === 200 && (await response.json()))
    location.replace(CHAT + location.search + roomFragment(location.hash));
  else showForm();
}

// The form does not flash up where the answer is expected to lead to the chat.
if (isMarkedSignedIn()) {
  dataset.leaving = '';
  setTimeout(showForm, HIDDEN_MAX_MS);
}
skipLogin().catch(showForm);
