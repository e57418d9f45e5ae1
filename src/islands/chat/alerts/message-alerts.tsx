import { type ReactElement, useEffect, useRef, useState } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { readAlertSettings } from '../browser-data/alert-settings.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { unreadConversations, withNewMessages } from '../state/unread.ts';
import { useAlertCount } from '../state/use-alert-count.ts';
import { roomName } from '../ui/room-name.ts';
import { playMessageSound, prepareSound } from './message-sound.ts';
import { MessageToast } from './message-toast.tsx';
import { closeNotifications, findWorker, onNotificationClick, showNotification } from './notifications.ts';
import { showUnreadIcon } from './unread-icon.ts';

interface Props {
  /** The open room. */
  shown: string | undefined;
  /** The rooms before the first new message. */
  since: readonly RoomFacts[];
}

/** Shows the number of unread messages in the icon of the page, and announces new messages of conversations by a toast, sound and notifications. */
export default function MessageAlerts({ shown, since }: Props): ReactElement {
  const { t, navigate } = useChat();
  const lobby = useLobby();
  const unread = unreadConversations(lobby, shown);
  const count = useAlertCount(shown);
  useEffect(() => void showUnreadIcon(count), [count]);
  const isAllRead = !unread.length;
  useEffect(() => {
    if (isAllRead) closeNotifications();
  }, [isAllRead]);
  useEffect(() => {
    void prepareAlerts();
    return onNotificationClick((room) => navigate({ type: 'room', room }));
  }, [navigate]);

  const [announced, setAnnounced] = useState<readonly string[]>([]);
  const before = useRef(since);
  useEffect(() => {
    const arrived = withNewMessages(before.current, unreadConversations(lobby, shown));
    before.current = lobby.rooms;
    if (!arrived.length) return;
    const arrivedIds = arrived.map(({ id }) => id);
    setAnnounced((ids) => [...arrivedIds, ...ids.filter((id) => !arrivedIds.includes(id))]);
    for (const room of arrived)
      alertUser(room.id, t('alerts.messageFrom', { name: roomName(room, t) }), t('alerts.message'));
  }, [lobby, shown, t]);
  // The latest first. A conversation that was opened or read elsewhere needs no toast.
  const rooms = announced.flatMap((id) => unread.find((room) => room.id === id && id !== shown) ?? []);
  return (
    <MessageToast
      rooms={rooms}
      onOpen={() => navigate({ type: 'room', room: rooms[0]!.id })}
      onClose={() => setAnnounced([])}
    />
  );
}

/** Prepares the sound and the notifications that the user has asked for. */
async function prepareAlerts(): Promise<void> {
  const { sound, notifications } = readAlertSettings();
  if (sound) prepareSound();
  if (notifications) await findWorker();
}

/**
 * Tells of a new message by sound, and by a notification while the page has no focus.
 * @param named title of the notification with the name of the sender, which the user has to ask for
 */
function alertUser(room: string, named: string, anonymous: string): void {
  const { sound, notifications, names } = readAlertSettings();
  if (sound) playMessageSound();
  if (!notifications || (document.visibilityState === 'visible' && document.hasFocus())) return;
  showNotification({ title: names ? named : anonymous, tag: names ? room : 'messages', room });
}
