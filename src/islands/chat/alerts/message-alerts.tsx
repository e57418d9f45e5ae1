import { type ReactElement, useEffect, useRef, useState } from 'react';

import type { RoomFacts } from '../../../contract/chat-protocol.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { countUnread, unreadConversations, withNewMessages } from '../state/unread.ts';
import { roomName } from '../ui/room-name.ts';
import { prepareAlerts, showUnreadCount, alertUser } from './alert-channels.ts';
import { MessageToast } from './message-toast.tsx';
import { onNotificationClick } from './notifications.ts';

interface Props {
  /** The open room. */
  shown: string | undefined;
  /** The rooms before the first new message. */
  since: readonly RoomFacts[];
}

/** Tells the user of unread messages in conversations: in the icon of the page, and of new ones by a toast, sound and notifications. */
export default function MessageAlerts({ shown, since }: Props): ReactElement {
  const { t, navigate } = useChat();
  const lobby = useLobby();
  const unread = unreadConversations(lobby, shown);
  const count = countUnread(unread);
  useEffect(() => void showUnreadCount(count), [count]);
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
