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
  const entry = (label: string, act: () => unknown, shortcut?: string): ReactElement => (
    <button
      type="button"
      aria-keyshortcuts={shortcut}
      onClick={() => {
        onClose();
        act();
      }}
    >
      {label}
    </button>
  );
  return (
    <Menu anchor={anchor} label={t('chat.more', { name: roomName(facts, t) })} onClose={onClose}>
      {entry(t('history.title'), onSearch)}
      {!isTouchScreen() && entry(t('keys.title'), () => openDialog({ type: 'keys' }), '?')}
      {other && <PersonActions person={other} room={id} isAlone onDone={onClose} />}
      {kind !== 'partner' && entry(t(kind === 'public' ? 'chat.leaveRoom' : 'chat.remove'), leaveRoom)}
    </Menu>
  );
}
