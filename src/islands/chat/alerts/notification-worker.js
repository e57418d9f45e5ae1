// @ts-nocheck -- TypeScript knows the globals of pages alone.
/**
 * Shows the notifications of open chat pages. Chromium on Android shows notifications of workers only. It has no fetch handler, and its
 * scope holds no page.
 */
addEventListener('message', (event) => {
  const { show, isLast } = event.data;
  event.waitUntil(show ? showNotification(show, event.source) : closeNotifications(isLast));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openRoom(event.notification.data));
});

/** The title holds no word of a message. */
async function showNotification({ title, tag, room }, page) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isSeen = windows.some(({ id, url, focused }) => focused && id !== page.id && url === page.url);
  if (!isSeen) await registration.showNotification(title, { tag, data: { room, page: page.id, url: page.url } });
}

/** @param isLast whether the user wants no more notifications */
async function closeNotifications(isLast) {
  for (const notification of await registration.getNotifications()) notification.close();
  if (isLast) await registration.unregister();
}

/** Focuses the page that showed the notification, or opens the chat where the page is gone. */
async function openRoom({ room, page, url }) {
  const client = await clients.get(page);
  if (!client) return clients.openWindow(url);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a page of this origin has none
  client.postMessage({ openRoom: room });
  return client.focus();
}
