import { readStored, store } from '../../../browser/storage.ts';

/** How this device tells of new messages, beside the page itself. Everything is off until the user asks for it. */
export interface AlertSettings {
  sound: boolean;
  notifications: boolean;
  /** Whether notifications name the sender. */
  names: boolean;
}

const KEY = 'alerts';

/** Removes notifications and their worker, where this page knows the worker. */
let removeWorker: (() => void) | undefined;

/** Whether the user has ever changed a setting on this device. */
export const hasAlertSettings = (): boolean => readStored('localStorage', KEY) !== undefined;

export function readAlertSettings(): AlertSettings {
  const saved = JSON.parse(readStored('localStorage', KEY) ?? '{}') as Partial<AlertSettings>;
  return { sound: false, notifications: false, names: false, ...saved };
}

export const saveAlertSettings = (settings: AlertSettings): void =>
  store('localStorage', KEY, JSON.stringify(settings));

/** @param remove called when the session ends; it must not wait, because a quick exit leaves the page at once */
export function onForgetAlerts(remove: () => void): void {
  removeWorker = remove;
}

/** Deletes the settings, and removes notifications and their worker. */
export function forgetAlerts(): void {
  store('localStorage', KEY, undefined);
  if (removeWorker) removeWorker();
  else void navigator.serviceWorker?.getRegistrations().then((all) => all.map((worker) => worker.unregister()));
}
