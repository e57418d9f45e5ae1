import type { ReactElement } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { useChat } from '../state/chat-context.ts';
import { countUnread } from '../state/unread.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { IconButton } from '../ui/icon.tsx';
import { previewText } from '../ui/preview-text.ts';
import { personOf, roomName } from '../ui/room-name.ts';
import { Toast } from '../ui/toast.tsx';

interface Props {
  /** Conversations with new messages, the latest first. */
  rooms: readonly RoomFacts[];
  onOpen: () => void;
  onClose: () => void;
}

/** A toast for new messages in conversations, with the words of the last message where they are of one person. */
export function MessageToast({ rooms, onOpen, onClose }: Props): ReactElement {
  const { locale, t } = useChat();
  const [room] = rooms;
  const names = new Intl.ListFormat(locale).format(rooms.map((one) => roomName(one, t)));
  const last = rooms.length === 1 && !room?.last?.isOwn && room?.last;
  const words = last ? previewText(last, names, t) : t('chat.unread', { count: countUnread(rooms) });
  return (
    <>
      {/* The live region is there before its text, or screen readers would miss it. */}
      <output className="unseen">{room && `${names}: ${words}`}</output>
      {room && (
        <Toast text={`${names} ${words}`} onExpire={onClose}>
          <button type="button" className="arrived" onClick={onOpen}>
            <Avatar person={personOf(room, t)} isOnline={room.other?.online === true} />
            <span className="facts">
              <bdi className="name">{names}</bdi>
              <bdi className="fact">{words}</bdi>
            </span>
          </button>
          <IconButton icon="close" label={t('chat.close')} onClick={onClose} />
        </Toast>
      )}
    </>
  );
}
