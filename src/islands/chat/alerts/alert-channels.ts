import { readAlertSettings } from '../browser-data/alert-settings.ts';
import { playMessageSound, prepareSound } from './message-sound.ts';
import { findWorker, showNotification } from './notifications.ts';

/** Prepares the sound and the notifications that the user has asked for. */
export async function prepareAlerts(): Promise<void> {
  const { sound, notifications } = readAlertSettings();
  if (sound) prepareSound();
  if (notifications) await findWorker();
}

/**
 * Tells of a new message by sound, and by a notification while the page has no focus.
 * @param named title of the notification with the name of the sender, which the user has to ask for
 */
export function alertUser(room: string, named: string, anonymous: string): void {
  const { sound, notifications, names } = readAlertSettings();
  if (sound) playMessageSound();
  if (!notifications || (document.visibilityState === 'visible' && document.hasFocus())) return;
  showNotification({ title: names ? named : anonymous, tag: names ? room : 'messages', room });
}
