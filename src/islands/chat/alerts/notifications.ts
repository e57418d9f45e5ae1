import { hostFileNames } from '../../../site/host-wide-files.ts';
import { onForgetAlerts } from '../browser-data/alert-settings.ts';

const WORKER_URL = `/${hostFileNames.notificationWorker}`;

interface MessageNotification {
  title: string;
  /** A notification replaces the one before with its tag. */
  tag: string;
  room: string;
}

/** Missing in the types of TypeScript: https://developer.mozilla.org/docs/Web/API/Trusted_Types_API */
interface WithTrustedTypes {
  trustedTypes?: {
    createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => typeof rules;
  };
}

/** The registration of the worker, once it is known. */
let known: ServiceWorkerRegistration | undefined;

/**
 * Asks the user for permission and registers the worker.
 * @returns the reason why there are none: `unsupported` where the browser shows no notifications of websites
 */
export async function switchNotificationsOn(): Promise<'denied' | 'unsupported' | undefined> {
  if (!('Notification' in globalThis) || !navigator.serviceWorker) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  // The pages demand Trusted Types.
  const policy = (globalThis as WithTrustedTypes).trustedTypes?.createPolicy('notifications', {
    createScriptURL: (url) => url,
  });
  const url = policy?.createScriptURL(WORKER_URL) ?? WORKER_URL;
  keep(await navigator.serviceWorker.register(url, { scope: WORKER_URL }));
  return undefined;
}

/** Closes all notifications and removes the worker. */
export async function switchNotificationsOff(): Promise<void> {
  await findWorker();
  remove();
}

/** Finds the worker that an earlier page registered. */
export async function findWorker(): Promise<void> {
  if (known) return;
  const registration = await navigator.serviceWorker?.getRegistration(WORKER_URL);
  if (registration) keep(registration);
}

export const showNotification = (show: MessageNotification): void => send({ show });

export const closeNotifications = (): void => send({});

/** @returns a function that stops listening */
export function onNotificationClick(open: (room: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent<{ openRoom: string }>): void => open(data.openRoom);
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
}

function keep(registration: ServiceWorkerRegistration): void {
  known = registration;
  onForgetAlerts(remove);
}

/** The worker closes its notifications before it unregisters itself, also after this page is gone. */
function remove(): void {
  if (known?.active) send({ isLast: true });
  else void known?.unregister();
  known = undefined;
}

const send = (message: { show?: MessageNotification; isLast?: boolean }): void => known?.active?.postMessage(message);
