import { forgetSignedIn } from '../../ui/signed-in-mark.ts';
import { forgetAlerts } from './alert-settings.ts';
import { forgetDrafts } from './drafts.ts';
import { keepInTab } from './tab-storage.ts';

/** Deletes drafts, chosen emoji and settings that the chat keeps in this browser: the user has signed out or left at once. */
export function forgetBrowserData(): void {
  forgetDrafts();
  keepInTab('appeals', undefined);
  keepInTab('emoji', undefined);
  forgetAlerts();
  forgetSignedIn();
}
