import { type ReactElement, useState } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { mayCall } from '../../../contract/chat/room-permissions.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { useNow } from '../state/use-now.ts';
import { IconButton } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { roomName } from '../ui/room-name.ts';

const RoomMenu = lazyPart(() => import('./room-menu.tsx'));

/** The buttons and the menu of a room. */
export function RoomTools({ facts, onSearch }: { facts: RoomFacts; onSearch: () => void }): ReactElement {
  const { t, openDialog, prepareCall } = useChat();
  const lobby = useLobby();
  const now = useNow();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { id, kind } = facts;
  const name = roomName(facts, t);
  const close = (): void => setAnchor(undefined);
  return (
    <>
      {kind === 'public' && (
        <IconButton
          icon="people"
          className="tool narrow"
          label={t('chat.people')}
          onClick={() => openDialog({ type: 'people', room: id })}
        />
      )}
      {mayCall(facts, lobby, now) && (
        <>
          <IconButton icon="call" label={t('call.call', { name })} onClick={() => prepareCall(id)} />
          <IconButton icon="video" label={t('call.callVideo', { name })} onClick={() => prepareCall(id, true)} />
        </>
      )}
      <IconButton
        icon="more"
        label={t('chat.more', { name })}
        aria-haspopup="dialog"
        aria-expanded={!!anchor}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && <RoomMenu facts={facts} anchor={anchor} onSearch={onSearch} onClose={close} onFailed={close} />}
    </>
  );
}
