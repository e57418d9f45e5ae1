import { store } from '../../../browser/storage.ts';
import { forgetSignedIn } from '../../ui/signed-in-mark.ts';
import { forgetAlerts } from './alert-settings.ts';
import { forgetDrafts } from './drafts.ts';

/** Deletes drafts, chosen emoji and settings that the chat keeps in this browser: the user has signed out or left at once. */
export function forgetBrowserData(): void {
  forgetDrafts();
  store('sessionStorage', 'appeals', undefined);
  store('sessionStorage', 'emoji', undefined);
  forgetAlerts();
  forgetSignedIn();
}
