import { type ReactElement, useEffect, useRef, useState } from 'react';

import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { countUnread, unreadConversations, withNewMessages } from '../state/unread.ts';
import { setTitleCount } from '../ui/page-title.ts';
import { MessageToast } from './message-toast.tsx';

/**
 * Tells the user of unread messages in conversations: in the title of the page, and of new ones by a toast.
 * @param shown the open room
 */
export function MessageAlerts({ shown }: { shown: string | undefined }): ReactElement {
  const { navigate } = useChat();
  const lobby = useLobby();
  const unread = unreadConversations(lobby, shown);
  const count = countUnread(unread);
  useEffect(() => setTitleCount(count), [count]);
  useEffect(() => () => setTitleCount(0), []);

  const [announced, setAnnounced] = useState<readonly string[]>([]);
  const before = useRef(lobby.rooms);
  useEffect(() => {
    const arrived = withNewMessages(before.current, unreadConversations(lobby, shown)).map(({ id }) => id);
    before.current = lobby.rooms;
    if (arrived.length) setAnnounced((ids) => [...arrived, ...ids.filter((id) => !arrived.includes(id))]);
  }, [lobby, shown]);
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
