import type { ReactElement } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import PersonActions from '../people/person-actions.tsx';
import { useChat } from '../state/chat-context.ts';
import { useLeave } from '../state/use-leave.ts';
import { Menu } from '../ui/menu.tsx';
import { roomName } from '../ui/room-name.ts';
import { isTouchScreen } from '../ui/screen.ts';

interface Props {
  facts: RoomFacts;
  anchor: HTMLElement;
  onSearch: () => void;
  onClose: () => void;
}

/** The menu of a room. */
export default function RoomMenu({ facts, anchor, onSearch, onClose }: Props): ReactElement {
  const { t, openDialog } = useChat();
  const leaveRoom = useLeave(facts);
  const { id, kind, other } = facts;
  return (
    <Menu anchor={anchor} label={t('chat.more', { name: roomName(facts, t) })} onClose={onClose}>
      <button
        type="button"
        onClick={() => {
          onClose();
          onSearch();
        }}
      >
        {t('history.title')}
      </button>
      {!isTouchScreen() && (
        <button
          type="button"
          aria-keyshortcuts="?"
          onClick={() => {
            onClose();
            openDialog({ type: 'keys' });
          }}
        >
          {t('keys.title')}
        </button>
      )}
      {other && <PersonActions person={other} room={id} isAlone onDone={onClose} />}
      {kind !== 'partner' && (
        <button
          type="button"
          onClick={() => {
            onClose();
            void leaveRoom();
          }}
        >
          {t(kind === 'public' ? 'chat.leaveRoom' : 'chat.remove')}
        </button>
      )}
    </Menu>
  );
}
