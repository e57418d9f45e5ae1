import { forgetAlerts } from './alert-settings.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetEmoji } from './recent-emoji.ts';

/** Deletes drafts, chosen emoji and settings that the chat keeps in this browser: the user has signed out or left at once. */
export function forgetBrowserData(): void {
  forgetDrafts();
  forgetEmoji();
  forgetAlerts();
}
