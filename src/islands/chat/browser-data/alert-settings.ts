/** How this device tells of new messages, beside the page itself. Everything is off until the user asks for it. */
export interface AlertSettings {
  sound: boolean;
  notifications: boolean;
  /** Whether notifications name the sender. */
  names: boolean;
}

/** Key of `localStorage`. */
const KEY = 'alerts';

/** Removes notifications and their worker, where this page knows the worker. */
let removeWorker: (() => void) | undefined;

/** Whether the user has ever changed a setting on this device. */
export function hasAlertSettings(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // The browser denies storage.
    return false;
  }
}

export function readAlertSettings(): AlertSettings {
  const saved = hasAlertSettings() ? (JSON.parse(localStorage.getItem(KEY)!) as Partial<AlertSettings>) : {};
  return { sound: false, notifications: false, names: false, ...saved };
}

export function saveAlertSettings(settings: AlertSettings): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

/** @param remove called when the session ends; it must not wait, because a quick exit leaves the page at once */
export function onForgetAlerts(remove: () => void): void {
  removeWorker = remove;
}

/** Deletes the settings, and removes notifications and their worker. */
export function forgetAlerts(): void {
  if (hasAlertSettings()) localStorage.removeItem(KEY);
  if (removeWorker) removeWorker();
  else void navigator.serviceWorker?.getRegistrations().then((all) => all.map((worker) => worker.unregister()));
}
